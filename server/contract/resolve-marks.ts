import { z } from 'zod';
import { ReviewId } from './common.ts';
import { defineOperation, perMinute, updates } from './define-operation.ts';
import { ids, reportedReview } from './examples.ts';
import { Review } from './review.ts';

export const SkippedMark = z.object({
  id: z.int(),
  reason: z.enum(['not_found', 'unchanged', 'already_verified', 'withdrawn', 'invalid_after_image']),
});
export type SkippedMark = z.infer<typeof SkippedMark>;

export const resolveMarks = defineOperation({
  name: 'resolve_marks',
  title: 'Report marks as fixed',
  description:
    'Tells the reviewer which marks are `resolved` or `in_progress`, with a note for each. Works while the review’s status is `changes_requested`. The reviewer verifies or reopens each on the next pass.',
  actor: 'client',
  rest: { method: 'POST', path: '/api/reviews/{id}/marks/resolve', success: 200 },
  tool: { ...updates, searchHint: 'report visual feedback as fixed, resolve review marks' },
  maxBodyBytes: 4_000_000,
  limits: [perMinute(120)],
  input: z.object({
    ...ReviewId.shape,
    marks: z
      .array(
        z.object({
          id: z.int().min(1),
          status: z.enum(['resolved', 'in_progress']),
          note: z.string().max(2000).optional(),
          after_image: z.string().max(2000).optional().describe('https URL of a picture that shows the fix'),
        }),
      )
      .min(1)
      .max(200),
  }),
  output: z.object({ updated: z.int(), skipped: z.array(SkippedMark), review: Review }),
  errors: ['unauthenticated', 'not_found', 'invalid_request', 'invalid_state', 'no_mark_changed', 'rate_limited'],
  example: {
    description: 'Mark 1 is reported as fixed; mark 7 is none of this review’s.',
    input: {
      id: ids.first,
      marks: [
        { id: 1, status: 'resolved', note: 'The text is now #1a1a1a on the brand colour, contrast 9:1.' },
        { id: 7, status: 'resolved' },
      ],
    },
    output: { updated: 1, skipped: [{ id: 7, reason: 'not_found' }], review: reportedReview },
  },
});
