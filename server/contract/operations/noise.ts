import { z } from 'zod';
import { Id, Text } from '../common.ts';
import { defineOperation } from '../define-operation.ts';
import { comparedReview, ids, noiseRule, noisyReview, viewOf } from '../examples.ts';
import { reviewerWrite } from './reviewer.ts';

const RuleId = z.object({ rule_id: Id.describe('The noise rule') });

export const markNoise = defineOperation({
  ...reviewerWrite,
  name: 'mark_noise',
  title: 'Call a difference noise',
  description:
    'Makes a noise rule of how a screenshot differs from the base: until it expires, differences of this label within the same areas, of the same size and at most twice as many pixels need no look. Refused where the areas cover more than a fifth of the screenshot. It counts in this review at once, and elsewhere from its approval on. Repeated, it replaces the rule. `end_noise` undoes it.',
  rest: { method: 'POST', path: '/r/{token}/noise', success: 200 },
  onPage: true,
  input: z.object({
    screenshot_index: z.int().min(0),
    base_id: Id.describe('`base.id` as the person saw it'),
    reason: Text.min(1).max(500),
    days: z.int().min(1).max(90).describe('When it expires'),
  }),
  example: {
    description: 'A clock.',
    input: { screenshot_index: 0, base_id: ids.baseline, reason: noiseRule.reason, days: 30 },
    output: viewOf(noisyReview),
  },
});

export const endNoise = defineOperation({
  ...reviewerWrite,
  name: 'end_noise',
  title: 'End a noise rule by link',
  description: 'Ends a noise rule: the differences count again. Reviews that were decided before keep it.',
  rest: { method: 'POST', path: '/r/{token}/noise/{rule_id}/end', success: 200 },
  input: RuleId,
  example: {
    description: 'The clock was masked.',
    input: { rule_id: noiseRule.id },
    output: viewOf(comparedReview),
  },
});

export const endNoiseRule = defineOperation({
  name: 'end_noise_rule',
  title: 'End a noise rule',
  description: 'Ends a noise rule: the differences count again. Reviews that were decided before keep it.',
  group: 'Baselines',
  actor: 'client',
  rest: { method: 'DELETE', path: '/api/noise-rules/{rule_id}', success: 200 },
  input: RuleId,
  output: z.object({ rule_id: Id, ended: z.literal(true) }),
  errors: ['unauthenticated', 'not_found'],
  example: {
    description: 'The clock was masked.',
    input: { rule_id: noiseRule.id },
    output: { rule_id: noiseRule.id, ended: true },
  },
});
