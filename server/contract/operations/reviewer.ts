import { z } from 'zod';
import { Id, Text, Timestamp } from '../common.ts';
import { defineOperation, perMinute } from '../define-operation.ts';
import { cancelledReview, ids, openReview, rejectedReview, viewOf } from '../examples.ts';
import { Outcome } from '../review.ts';
import { ReviewerView } from '../reviewer.ts';

/** What the write operations of the review page have in common. */
export const reviewerWrite = {
  group: 'Reviewer',
  actor: 'reviewer',
  limits: [perMinute(120)],
  output: ReviewerView,
  errors: ['not_found', 'invalid_request', 'conflict', 'rate_limited'],
} as const;

export const readReview = defineOperation({
  name: 'read_review',
  title: 'Read by link',
  description: 'Reads what the holder of a review link sees. Changes nothing.',
  group: 'Reviewer',
  actor: 'reviewer',
  rest: { method: 'GET', path: '/r/{token}/review', success: 200 },
  input: z.object({}),
  output: ReviewerView,
  errors: ['not_found'],
  example: { description: 'An open pass that nobody has marked.', input: {}, output: viewOf(openReview) },
});

export const identify = defineOperation({
  name: 'identify',
  title: 'Identify the reviewer',
  description:
    'Takes the GitHub App’s identity assertion for the reviewer: a JWT (EdDSA) of at most ten minutes, for this service and this review, used once. Answers an `identity` that `decide` takes along.',
  group: 'Reviewer',
  actor: 'reviewer',
  rest: { method: 'POST', path: '/r/{token}/identity', success: 200 },
  limits: [perMinute(30)],
  input: z.object({ assertion: z.string().min(1).max(4096).describe('What the App put behind `#vouch=`') }),
  output: z.object({
    identity: z.string().describe('Opaque; of this review alone'),
    login: z.string().describe('The GitHub login that the App confirmed'),
    review_id: Id,
    expires_at: Timestamp,
  }),
  errors: ['not_found', 'invalid_request', 'forbidden', 'rate_limited'],
  example: {
    description: 'The App has signed octocat in.',
    input: { assertion: 'eyJhbGciOiJFZERTQSJ9.eyJsb2dpbiI6Im9jdG9jYXQifQ.c2lnbmF0dXJl' },
    output: {
      identity: 'AXq1Tn0yS3c',
      login: 'octocat',
      review_id: ids.first,
      expires_at: '2026-03-02T17:00:00.000Z',
    },
  },
});

export const decide = defineOperation({
  ...reviewerWrite,
  name: 'decide',
  title: 'Approve or ask for changes',
  description:
    'Decides an open review, or changes a decision while no later pass is open. The same outcome again is taken from another person who signed in, and to send what changed about marks since (`unsent`) or accept other screenshots (`accepted`): the request then has a new number. Approving is refused while a must-fix mark is outstanding, unless `settle` withdraws or verifies it in the same step. Asking for changes needs an outstanding mark or a note.',
  rest: { method: 'POST', path: '/r/{token}/decision', success: 200 },
  onPage: true,
  limits: [perMinute(30)],
  input: z.object({
    outcome: Outcome,
    note: Text.max(4000).optional(),
    name: Text.max(80).optional(),
    settle: z
      .array(z.object({ mark_id: z.int().min(1), as: z.enum(['withdrawn', 'verified']) }))
      .max(200)
      .optional(),
    noise: z
      .array(Id)
      .max(1000)
      .optional()
      .describe('The noise rules of this review that the person saw: approving puts them into force elsewhere too'),
    accepted: z
      .object({ base_id: Id, screenshots: z.array(z.int().min(0)).max(1000) })
      .optional()
      .describe(
        'When asking for changes by marks: the screenshots, by index, whose difference from the base `base_id` the person accepts nonetheless. The same difference counts as approved in later passes and other reviews. Screenshots with an outstanding mark, also on the same element elsewhere, are left out. Without it, what the last request accepted stays so, if it was made with the same sign-in, or both with the link alone',
      ),
    identity: z
      .string()
      .min(1)
      .max(2048)
      .optional()
      .describe('What `identify` answered: the decision is then recorded with `verified_login`'),
    after_decision: z.int().min(0).describe('The number of the decision the person saw; 0 when there was none'),
  }),
  errors: [...reviewerWrite.errors, 'forbidden'],
  example: {
    description: 'The first decision asks for changes.',
    input: { outcome: 'changes_requested', note: 'Nearly there.', name: 'Mara', after_decision: 0 },
    output: viewOf(rejectedReview),
  },
});

export const withdrawReview = defineOperation({
  ...reviewerWrite,
  name: 'withdraw_review',
  title: 'Withdraw by link',
  description:
    'Cancels a review that nobody has decided, for instance because its pull request was closed. `restore_review` undoes it. One that was withdrawn already stays so.',
  rest: { method: 'POST', path: '/r/{token}/withdraw', success: 200 },
  limits: [perMinute(30)],
  input: z.object({}),
  example: {
    description: 'The pull request was closed.',
    input: {},
    output: viewOf(cancelledReview, { read_only_reason: 'This review was withdrawn by its requester.' }),
  },
});

export const restoreReview = defineOperation({
  ...reviewerWrite,
  name: 'restore_review',
  title: 'Restore by link',
  description:
    'Brings back a review that was withdrawn by its link, as long as it has not expired and no other pass took its place. One that waits for its decision stays as it is. What its client cancelled stays cancelled.',
  rest: { method: 'POST', path: '/r/{token}/restore', success: 200 },
  limits: [perMinute(30)],
  input: z.object({}),
  example: { description: 'The pull request was opened again.', input: {}, output: viewOf(openReview) },
});
