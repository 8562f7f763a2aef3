import type { Finding } from '../run-rules.ts';
import { isSamePlace, placesOf } from '../support/boxes.ts';
import { modelRules } from './rules.ts';

/** Model findings come after the computed ones, and nobody reads more of them. */
const MAX_PER_MODEL = 4;
const MAX_PER_RULE = 2;

const isLike = (said: Finding, computed: Finding): boolean =>
  modelRules.find(({ id }) => id === said.rule)?.like.includes(computed.rule) === true;

/**
 * Whether a computed finding already covers it: a finding of the same rule anywhere, of a similar rule at a place
 * inside or around it, or of any rule at the same place.
 */
function isKnown(said: Finding, computed: Finding): boolean {
  if (said.rule === computed.rule) return true;
  const { area } = said;
  if (area === null || computed.area === null) return isLike(said, computed);
  return [computed.area, ...computed.others].some((place) => {
    const { same, inside } = placesOf(area, place);
    return same || (inside && isLike(said, computed));
  });
}

/** Whether two findings are duplicates: the parts of a screenshot overlap, and models repeat themselves. */
const isTwice = (one: Finding, other: Finding): boolean => one.rule === other.rule && isSamePlace(one.area, other.area);

/** Returns all computed findings, followed by the few weightiest findings of the model that add to them. */
export function mergeModel(computed: readonly Finding[], said: readonly Finding[]): Finding[] {
  const added: Finding[] = [];
  for (const each of [...said].sort((one, other) => other.weight - one.weight)) {
    const ofRule = added.filter(({ rule }) => rule === each.rule);
    if (added.length >= MAX_PER_MODEL) break;
    if (ofRule.length >= MAX_PER_RULE || ofRule.some((other) => isTwice(each, other))) continue;
    if (!computed.some((other) => isKnown(each, other))) added.push(each);
  }
  return [...computed, ...added];
}
