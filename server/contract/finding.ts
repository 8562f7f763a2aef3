import { z } from 'zod';
import { ReviewId } from './common.ts';
import { adds, defineOperation, perMinute } from './define-operation.ts';
import { ids, openReview } from './examples.ts';
import { Area, Review, Severity } from './review.ts';

export const addFindings = defineOperation({
  name: 'add_findings',
  title: 'Add hints for the reviewer',
  description: 'Adds up to 20 hints that the reviewer sees beside the shots before marking. They are hints, not marks.',
  actor: 'client',
  rest: { method: 'POST', path: '/api/reviews/{id}/findings', success: 201 },
  tool: adds,
  limits: [perMinute(60)],
  limitGroup: 'screenshots_and_findings',
  input: z.object({
    ...ReviewId.shape,
    findings: z
      .array(
        z.object({
          body: z.string().min(1).max(2000),
          severity: Severity.optional(),
          screenshot_index: z.int().min(0).optional(),
          area: Area.optional(),
          related_pin: z.int().min(1).optional().describe('A mark’s id'),
        }),
      )
      .min(1)
      .max(20),
  }),
  output: Review,
  errors: ['unauthenticated', 'not_found', 'invalid_request', 'invalid_state', 'rate_limited'],
  example: {
    description: 'A hint about contrast, with the area it is about.',
    input: {
      id: ids.first,
      findings: [
        {
          body: 'The pay button has a contrast of 2.1:1.',
          severity: 'a11y',
          screenshot_index: 0,
          area: { x: 0.6875, y: 0.5514, width: 0.1875, height: 0.0224 },
        },
      ],
    },
    output: {
      ...openReview,
      findings: [
        {
          id: 1,
          body: 'The pay button has a contrast of 2.1:1.',
          severity: 'a11y',
          screenshot_index: 0,
          area: { x: 0.6875, y: 0.5514, width: 0.1875, height: 0.0224 },
          related_pin: null,
          source: 'client',
          rule: null,
        },
      ],
    },
  },
});
