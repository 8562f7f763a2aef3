import { z } from 'zod';
import { ReviewId } from './common.ts';
import { defineOperation, perMinute, updates } from './define-operation.ts';
import { ids, openReview } from './examples.ts';
import { Review } from './review.ts';

export const secondOpinion = defineOperation({
  name: 'second_opinion',
  title: 'Ask for a second opinion',
  description:
    'Runs the checklist of the review’s type on one shot, or on all, before the person looks. Takes seconds: call `get_review` until `second_opinion.waiting` is 0, then read `findings`, each with what is wrong, where, why and what would mend it. Run again, it replaces what it found before; what the person hid or accepted stays.',
  actor: 'client',
  rest: { method: 'POST', path: '/api/reviews/{id}/second-opinion', success: 200 },
  tool: { ...updates, searchHint: 'automatic design, accessibility and contrast check of screenshots' },
  limits: [perMinute(30)],
  input: z.object({
    ...ReviewId.shape,
    screenshot_index: z.int().min(0).optional().describe('Only this shot; every shot when left out'),
    skip_rules: z.array(z.string().max(100)).max(200).optional().describe('Rules to leave out this time'),
    model: z.boolean().optional().describe('false: no model is asked, where the service has one'),
  }),
  output: z.object({ queued: z.int().describe('How many shots will be looked at'), review: Review }),
  errors: ['unauthenticated', 'not_found', 'invalid_request', 'invalid_state', 'rate_limited'],
  example: {
    description: 'Every shot is to be looked at; here there is one.',
    input: { id: ids.first },
    output: { queued: 1, review: openReview },
  },
});
