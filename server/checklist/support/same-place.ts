import type { Area } from '../../contract/review.ts';
import { areaOfBox, meeting } from './boxes.ts';

/** The share of their union from which two boxes are the same place. */
const SAME = 0.5;
/** The share of the smaller box from which it lies in the other. */
const INSIDE = 0.8;

/** Compares two boxes: whether they cover the same place, and whether the smaller lies mostly in the other. */
export function placesOf(one: Area, other: Area): { same: boolean; inside: boolean } {
  const common = meeting(one, other);
  const [first, second] = [areaOfBox(one), areaOfBox(other)];
  // A box without an area has no intersection.
  if (common === null) return { same: false, inside: false };
  const shared = areaOfBox(common);
  return {
    same: shared / (first + second - shared) >= SAME,
    inside: shared / Math.min(first, second) >= INSIDE,
  };
}

/** Whether two areas are the same place, or one lies mostly in the other. null is the whole screenshot. */
export function isSamePlace(one: Area | null, other: Area | null): boolean {
  if (one === null || other === null) return one === other;
  const { same, inside } = placesOf(one, other);
  return same || inside;
}
