import { Area } from '../../contract/review.ts';
import type { Place } from '../mark/rules.ts';

/**
 * Returns where a finding's mark lies: in its area, or on the whole screenshot when it has none; an area without size
 * is a point.
 */
export function markPlaceOf(area: unknown): { kind: 'point' | 'box'; place: Place } {
  const { x, y, width, height } = Area.nullish().parse(area) ?? { x: 0, y: 0, width: 1, height: 1 };
  const inside = { width: Math.min(width, 1 - x), height: Math.min(height, 1 - y) };
  if (inside.width <= 0 || inside.height <= 0) return { kind: 'point', place: { x, y, width: null, height: null } };
  return { kind: 'box', place: { x, y, ...inside } };
}

function commonOf(one: Area, other: Area): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, across) * Math.max(0, down);
}

/** Returns whether two boxes have more in common than they differ. */
function isSameArea(one: Area | null, other: Area | null): boolean {
  if (one === null || other === null) return one === other;
  const common = commonOf(one, other);
  const all = one.width * one.height + other.width * other.height - common;
  return all === 0 ? one.x === other.x && one.y === other.y : common / all > 0.5;
}

interface Finding {
  rule: string | null;
  area: unknown;
  /** Who found it: `model`, or another value */
  foundBy?: string | null;
}

/**
 * Returns whether two findings of a model mean the same. A model never draws the same box twice, so any overlap counts,
 * and so does a missing box.
 */
function meansTheSame(one: Area | null, other: Area | null): boolean {
  return one === null || other === null || commonOf(one, other) > 0;
}

/**
 * Returns whether a rule has found again what the reviewer has hidden or made a mark: on the same screenshot, at the
 * same place.
 */
export function isFoundAgain(found: Finding, settled: Finding): boolean {
  const [one, other] = [Area.nullish().parse(found.area) ?? null, Area.nullish().parse(settled.area) ?? null];
  if (found.rule !== settled.rule) return false;
  const bySame = found.foundBy === 'model' && settled.foundBy === 'model';
  return bySame ? meansTheSame(one, other) : isSameArea(one, other);
}
