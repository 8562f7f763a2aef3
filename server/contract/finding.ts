import { z } from 'zod';
import { ReviewId } from './common.ts';
import { adds, defineOperation, perMinute } from './define-operation.ts';
import { finding, ids, mark, markedReview, openReview, viewOf } from './examples.ts';
import { Area, Review, Severity } from './review.ts';
import { ReviewerView } from './reviewer.ts';

/** What rounding may add to the sum of two fractions. */
const ROUNDING = 1e-6;

const GivenArea = Area.refine(({ x, y, width, height }) => Math.max(x + width, y + height) <= 1 + ROUNDING, {
  error: 'reaches beyond the screenshot: `x` + `width` and `y` + `height` may be 1 at most.',
});

export const addFindings = defineOperation({
  name: 'add_findings',
  title: 'Add hints for the reviewer',
  description: 'Adds up to 20 hints that the reviewer sees beside the shots before marking. They are hints, not marks.',
  actor: 'client',
  rest: { method: 'POST', path: '/api/reviews/{id}/findings', success: 201 },
  tool: { ...adds, searchHint: 'add findings or notes for the reviewer to a visual review' },
  limits: [perMinute(60)],
  limitGroup: 'screenshots_and_findings',
  input: z.object({
    ...ReviewId.shape,
    findings: z
      .array(
        z.object({
          body: z.string().trim().min(1).max(2000),
          severity: Severity.optional(),
          screenshot_index: z.int().min(0).optional(),
          area: GivenArea.optional().describe(
            'Fractions 0..1 of the shot; needs `screenshot_index` when there are several',
          ),
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
      findings: [finding],
    },
  },
});

const FindingId = z.object({ finding_id: z.int().min(1) });
const errors = ['not_found', 'invalid_request', 'conflict', 'rate_limited'] as const;

export const acceptFinding = defineOperation({
  name: 'accept_finding',
  title: 'Make a hint a mark',
  description:
    'Makes a mark of a hint, at its area, or over the whole shot when it has none. Its words may be changed on the way. Withdrawing the mark or `restore_finding` undoes it.',
  actor: 'reviewer',
  rest: { method: 'POST', path: '/r/{token}/findings/{finding_id}/accept', success: 200 },
  tool: null,
  limits: [perMinute(120)],
  input: z.object({
    ...FindingId.shape,
    body: z.string().trim().min(1).max(4000).optional(),
    must_fix: z.boolean().optional(),
    author: z.string().trim().max(80).optional(),
  }),
  output: ReviewerView,
  errors,
  example: {
    description: 'The contrast must be mended.',
    input: { finding_id: 1, must_fix: true },
    output: viewOf({
      ...markedReview,
      marks: [{ ...mark, body: finding.body, source: 'finding' }],
      findings: [{ ...finding, status: 'accepted', mark_id: 1 }],
    }),
  },
});

export const hideFinding = defineOperation({
  name: 'hide_finding',
  title: 'Hide a hint',
  description: 'Puts a hint away for everybody who reviews this pass. `restore_finding` undoes it.',
  actor: 'reviewer',
  rest: { method: 'POST', path: '/r/{token}/findings/{finding_id}/hide', success: 200 },
  tool: null,
  limits: [perMinute(120)],
  input: FindingId,
  output: ReviewerView,
  errors,
  example: {
    description: 'The hint is of no use here.',
    input: { finding_id: 1 },
    output: viewOf({ ...openReview, findings: [{ ...finding, status: 'hidden' }] }),
  },
});

export const restoreFinding = defineOperation({
  name: 'restore_finding',
  title: 'Show a hint again',
  description: 'Shows a hidden or accepted hint again; the mark it became is withdrawn while nobody has worked on it.',
  actor: 'reviewer',
  rest: { method: 'POST', path: '/r/{token}/findings/{finding_id}/restore', success: 200 },
  tool: null,
  limits: [perMinute(120)],
  input: FindingId,
  output: ReviewerView,
  errors,
  example: {
    description: 'It was of use after all.',
    input: { finding_id: 1 },
    output: viewOf({ ...openReview, findings: [finding] }),
  },
});
