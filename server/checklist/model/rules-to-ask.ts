import { modelRules } from '../model-rules/index.ts';
import type { FactsKind, Rule, Scene } from '../rule.ts';
import { rules } from '../rules/index.ts';

/** Of the source or of how it moves: nobody sees in an image whether it is so. */
const unseen = new Set([
  'blank-picture',
  'field-without-label',
  'control-without-name',
  'heading-order',
  'image-without-alt',
  'missing-description',
  'missing-on-mobile',
  'missing-title',
  'not-for-phones',
  'page-language',
  'small-target',
  'wider-than-screen',
]);

/** Of sizes, colours and pixels: where they are known they were measured, and a model sees the screenshot scaled down. */
const measured = new Set([
  'blurred-image',
  'low-contrast',
  'low-resolution-picture',
  'slide-low-contrast',
  'small-slide-text',
  'text-near-edge',
  'tiny-text',
]);

export type Asked = Pick<Rule, 'id' | 'title' | 'checks' | 'why' | 'severity'>;

/**
 * The part of the checklist that a model is asked about a shot: what is for reviews of this type and can be seen, and of
 * what is measured only that which could not be on such a screenshot. What needs an email's source is not seen.
 */
export function rulesToAsk(type: Scene['type'], kind: FactsKind, off: ReadonlySet<string>): Asked[] {
  const seen = rules.filter(
    ({ id, kinds }) =>
      !unseen.has(id) && !kinds.every((each) => each === 'email') && !(measured.has(id) && kinds.includes(kind)),
  );
  return [...modelRules, ...seen].filter(({ id, types }) => types.includes(type) && !off.has(id));
}
