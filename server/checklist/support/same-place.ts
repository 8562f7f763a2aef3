import type { Area } from '../../contract/review.ts';
import { areaOfBox, meeting } from './boxes.ts';

/** Of what both cover: from here on two boxes are one place. */
const SAME = 0.5;
/** Of the smaller: from here on it lies in the other. */
const INSIDE = 0.8;

/** How two boxes lie to each other: they cover the same, or the smaller lies in the other for the most part. */
export function placesOf(one: Area, other: Area): { same: boolean; inside: boolean } {
  const common = meeting(one, other);
  const [first, second] = [areaOfBox(one), areaOfBox(other)];
  // A box without a size meets nothing.
  if (common === null) return { same: false, inside: false };
  const shared = areaOfBox(common);
  return {
    same: shared / (first + second - shared) >= SAME,
    inside: shared / Math.min(first, second) >= INSIDE,
  };
}

/** One lies in the other for the most part, or they share more than they differ. null is the whole screenshot. */
export function isSamePlace(one: Area | null, other: Area | null): boolean {
  if (one === null || other === null) return one === other;
  const { same, inside } = placesOf(one, other);
  return same || inside;
}
