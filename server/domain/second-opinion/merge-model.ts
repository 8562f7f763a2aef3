import type { Found } from './checklist.ts';
import { modelRules } from './model-rules/index.ts';
import { isSamePlace, placesOf } from './same-place.ts';

/** A model's opinion is read after what is certain: more of it is not. */
const MOST_OF_MODEL = 4;
const MOST_OF_RULE = 2;

const isLike = (said: Found, computed: Found): boolean =>
  modelRules.find(({ id }) => id === said.rule)?.like.includes(computed.rule) === true;

/** Whether a computed finding says it already: by the same rule anywhere, by a like one there, or by any at that very place. */
function isKnown(said: Found, computed: Found): boolean {
  if (said.rule === computed.rule) return true;
  const { area } = said;
  if (area === null || computed.area === null) return isLike(said, computed);
  return [computed.area, ...computed.others].some((place) => {
    const { same, inside } = placesOf(area, place);
    return same || (inside && isLike(said, computed));
  });
}

/** Twice the same: parts of a shot overlap, and models repeat themselves. */
const isTwice = (one: Found, other: Found): boolean => one.rule === other.rule && isSamePlace(one.area, other.area);

/** What was computed, whole, and what of a model's findings adds to it: the weightiest, a few. */
export function mergeModel(computed: readonly Found[], said: readonly Found[]): Found[] {
  const added: Found[] = [];
  for (const each of [...said].sort((one, other) => other.weight - one.weight)) {
    const ofRule = added.filter(({ rule }) => rule === each.rule);
    if (added.length >= MOST_OF_MODEL) break;
    if (ofRule.length >= MOST_OF_RULE || ofRule.some((other) => isTwice(each, other))) continue;
    if (!computed.some((other) => isKnown(each, other))) added.push(each);
  }
  return [...computed, ...added];
}
