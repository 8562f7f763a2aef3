import type { Area } from '../../contract/review.ts';
import type { PixelBox } from '../../contract/shot-facts.ts';

export const areaOfBox = ({ width, height }: PixelBox): number => Math.max(0, width) * Math.max(0, height);

/** Returns the intersection of two boxes; null when they do not meet. */
export function meeting(one: PixelBox, other: PixelBox): PixelBox | null {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

export function around(one: PixelBox, other: PixelBox): PixelBox {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}

/** Returns a box without its rim: a box of whole pixels also covers pixels of its neighbours. */
export function inner({ x, y, width, height }: PixelBox): PixelBox {
  const rim = 2;
  return { x: x + rim, y: y + rim, width: Math.max(1, width - 2 * rim), height: Math.max(1, height - 2 * rim) };
}

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
