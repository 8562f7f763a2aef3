import { z } from 'zod';
import { defineOperation, perMinute } from './define-operation.ts';
import { cancelledReview, openReview, viewOf } from './examples.ts';
import { ReviewerView } from './reviewer.ts';

const errors = ['not_found', 'invalid_request', 'conflict', 'rate_limited'] as const;

export const withdrawReview = defineOperation({
  name: 'withdraw_review',
  title: 'Withdraw by link',
  description:
    'Cancels a review that nobody has decided, for instance because its pull request was closed. `restore_review` undoes it. One that was withdrawn already stays so.',
  actor: 'reviewer',
  rest: { method: 'POST', path: '/r/{token}/withdraw', success: 200 },
  tool: null,
  limits: [perMinute(30)],
  input: z.object({}),
  output: ReviewerView,
  errors,
  example: {
    description: 'The pull request was closed.',
    input: {},
    output: viewOf(cancelledReview, { read_only_reason: 'This review was withdrawn by whoever asked for it.' }),
  },
});

export const restoreReview = defineOperation({
  name: 'restore_review',
  title: 'Restore by link',
  description:
    'Brings back a review that was withdrawn by its link, as long as it has not expired and no other pass took its place. One that waits for its decision stays as it is. What its client cancelled stays cancelled.',
  actor: 'reviewer',
  rest: { method: 'POST', path: '/r/{token}/restore', success: 200 },
  tool: null,
  limits: [perMinute(30)],
  input: z.object({}),
  output: ReviewerView,
  errors,
  example: { description: 'The pull request was opened again.', input: {}, output: viewOf(openReview) },
});
