import { z } from 'zod';
import { ReviewId } from '../common.ts';
import { defineOperation, perMinute } from '../define-operation.ts';
import { ids, printout } from '../examples.ts';
import { Printout, PrintoutInput } from '../printout.ts';

const errors = ['not_found', 'invalid_request', 'invalid_state', 'rate_limited'] as const;
const what =
  'Makes a PDF of the review: every pass with its decision, the marks with their replies, the findings and suggestions with what became of them, and the screenshots with the marks on them. No link or token is in it. Repeat the call with `printout_id` until `status` is no longer `waiting`.';

export const printReview = defineOperation({
  name: 'print_review',
  title: 'Save as PDF',
  description: what,
  group: 'Reviews',
  actor: 'client',
  rest: { method: 'POST', path: '/api/reviews/{id}/printout', success: 200 },
  limits: [perMinute(120)],
  input: z.object({ ...ReviewId.shape, ...PrintoutInput }),
  output: Printout,
  errors: ['unauthenticated', ...errors],
  example: { description: 'The PDF is made.', input: { id: ids.first, printout_id: ids.printout }, output: printout },
});

export const printByLink = defineOperation({
  name: 'print_by_link',
  title: 'Save as PDF by link',
  description: what,
  group: 'Reviewer',
  actor: 'reviewer',
  rest: { method: 'POST', path: '/r/{token}/printout', success: 200 },
  limits: [perMinute(120)],
  input: z.object(PrintoutInput),
  output: Printout,
  errors,
  example: {
    description: 'The PDF has just been asked for.',
    input: {},
    output: { ...printout, status: 'waiting', done: 0, pdf_url: null },
  },
});
