import type { FactsKind, Rule, Scene } from '../rule.ts';
import { rules } from '../rules/index.ts';
import { modelRules } from './rules.ts';

/** Rules about the source or about behaviour, which an image does not show. */
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

/**
 * Rules about sizes, colours and pixels. Where those are known they were measured, and a model sees the screenshot
 * scaled down.
 */
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
 * Returns the part of the checklist that a model is asked about a screenshot: the visible rules for reviews of this
 * type. A measured rule is asked only where it could not be computed for this kind of screenshot. Rules that need an
 * email's source are left out.
 */
export function rulesToAsk(type: Scene['type'], kind: FactsKind, off: ReadonlySet<string>): Asked[] {
  const seen = rules.filter(
    ({ id, kinds }) =>
      !unseen.has(id) && !kinds.every((each) => each === 'email') && !(measured.has(id) && kinds.includes(kind)),
  );
  return [...modelRules, ...seen].filter(({ id, types }) => types.includes(type) && !off.has(id));
}
