import { z } from 'zod';
import { ReviewId, Text } from '../common.ts';
import { adds, defineOperation, perMinute, updates } from '../define-operation.ts';
import { finding, ids, mark, markedReview, openReview, viewOf } from '../examples.ts';
import { GivenFields } from '../mark.ts';
import { Area, Review, Severity } from '../review.ts';
import { reviewerWrite } from './reviewer.ts';

/** The error that rounding may add to the sum of two fractions. */
const ROUNDING = 1e-6;

const GivenArea = Area.refine(({ x, y, width, height }) => Math.max(x + width, y + height) <= 1 + ROUNDING, {
  error: 'reaches beyond the screenshot: `x` + `width` and `y` + `height` may be 1 at most.',
});

const FindingId = z.object({ finding_id: z.int().min(1) });

export const addFindings = defineOperation({
  name: 'add_findings',
  title: 'Add findings for the reviewer',
  description:
    'Adds up to 20 findings that the reviewer sees beside the screenshots before marking. They are not marks yet.',
  group: 'Findings',
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
          body: Text.min(1).max(2000),
          severity: Severity.optional(),
          screenshot_index: z.int().min(0).optional(),
          area: GivenArea.optional().describe(
            'Fractions 0..1 of the screenshot; needs `screenshot_index` when there are several',
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
    description: 'A finding about contrast, with the area it is about.',
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
    output: { ...openReview, findings: [finding] },
  },
});

export const secondOpinion = defineOperation({
  name: 'second_opinion',
  title: 'Ask for a second opinion',
  description:
    'Runs the checklist of the review’s type before the person looks. Takes seconds: call `get_review` until `second_opinion.waiting` is 0, then read `findings`. Run again, it replaces what it found before; what the person hid or accepted stays.',
  group: 'Findings',
  actor: 'client',
  rest: { method: 'POST', path: '/api/reviews/{id}/second-opinion', success: 200 },
  tool: { ...updates, searchHint: 'automatic design, accessibility and contrast check of screenshots' },
  limits: [perMinute(30)],
  input: z.object({
    ...ReviewId.shape,
    screenshot_index: z.int().min(0).optional().describe('Default: every screenshot'),
    skip_rules: z.array(z.string().max(100)).max(200).optional().describe('Ids of rules'),
    model: z.boolean().optional().describe('false asks no model'),
  }),
  output: z.object({ queued: z.int().describe('How many screenshots will be checked'), review: Review }),
  errors: ['unauthenticated', 'not_found', 'invalid_request', 'invalid_state', 'rate_limited'],
  example: {
    description: 'Every screenshot is checked; here there is one.',
    input: { id: ids.first },
    output: { queued: 1, review: openReview },
  },
});

export const acceptFinding = defineOperation({
  ...reviewerWrite,
  name: 'accept_finding',
  title: 'Make a finding a mark',
  description:
    'Makes a mark of a finding, at its area, or over the whole screenshot when it has none. Its words may be changed on the way. Withdrawing the mark or `restore_finding` undoes it.',
  rest: { method: 'POST', path: '/r/{token}/findings/{finding_id}/accept', success: 200 },
  input: z.object({ ...FindingId.shape, ...GivenFields.partial().shape, author: Text.max(80).optional() }),
  example: {
    description: 'The contrast must be fixed.',
    input: { finding_id: 1, must_fix: true },
    output: viewOf({
      ...markedReview,
      marks: [{ ...mark, body: finding.body, source: 'finding' }],
      findings: [{ ...finding, status: 'accepted', mark_id: 1 }],
    }),
  },
});

export const hideFinding = defineOperation({
  ...reviewerWrite,
  name: 'hide_finding',
  title: 'Dismiss a finding',
  description: 'Hides a finding for everybody who reviews this pass. `restore_finding` undoes it.',
  rest: { method: 'POST', path: '/r/{token}/findings/{finding_id}/hide', success: 200 },
  input: FindingId,
  example: {
    description: 'The finding is of no use here.',
    input: { finding_id: 1 },
    output: viewOf({ ...openReview, findings: [{ ...finding, status: 'hidden' }] }),
  },
});

export const restoreFinding = defineOperation({
  ...reviewerWrite,
  name: 'restore_finding',
  title: 'Restore a finding',
  description:
    'Shows a dismissed or accepted finding again; the mark it became is withdrawn while nobody has worked on it.',
  rest: { method: 'POST', path: '/r/{token}/findings/{finding_id}/restore', success: 200 },
  input: FindingId,
  example: {
    description: 'It was of use after all.',
    input: { finding_id: 1 },
    output: viewOf({ ...openReview, findings: [finding] }),
  },
});
