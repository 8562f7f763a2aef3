import type { Area } from '../../contract/review.ts';
import type { Found } from './checklist.ts';
import { modelRules } from './model-rules/index.ts';

/** A model's opinion is read after what is certain: more of it is not. */
const MOST_OF_MODEL = 4;
const MOST_OF_RULE = 2;
/** Of what both cover: from here on two boxes are one place. */
const SAME = 0.5;
/** One lies in the other for the most part. */
const INSIDE = 0.8;

const sizeOf = ({ width, height }: Area): number => width * height;

function common(one: Area, other: Area): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return across > 0 && down > 0 ? across * down : 0;
}

/** How much two boxes are one: what they share of what both cover, and of the smaller. */
function shares(one: Area, other: Area): { ofBoth: number; ofSmaller: number } {
  const shared = common(one, other);
  return {
    ofBoth: shared / (sizeOf(one) + sizeOf(other) - shared),
    ofSmaller: shared / Math.min(sizeOf(one), sizeOf(other)),
  };
}

const isLike = (said: Found, computed: Found): boolean =>
  modelRules.find(({ id }) => id === said.rule)?.like.includes(computed.rule) === true;

/** Whether a computed finding says it already: by the same rule anywhere, by a like one there, or by any at that very place. */
function isKnown(said: Found, computed: Found): boolean {
  if (said.rule === computed.rule) return true;
  if (said.area === null || computed.area === null) return isLike(said, computed);
  const { ofBoth, ofSmaller } = shares(said.area, computed.area);
  return ofBoth >= SAME || (ofSmaller >= INSIDE && isLike(said, computed));
}

/** Twice the same: parts of a shot overlap, and models repeat themselves. */
function isTwice(one: Found, other: Found): boolean {
  if (one.rule !== other.rule) return false;
  if (one.area === null || other.area === null) return one.area === other.area;
  const { ofBoth, ofSmaller } = shares(one.area, other.area);
  return ofBoth >= SAME || ofSmaller >= INSIDE;
}

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
