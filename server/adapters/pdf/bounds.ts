import type { PixelBox } from '../../domain/port-types.ts';
import type { Geometry } from './page-geometry.ts';

/** a b c d e f, as in PDF: from the object's own coordinates to those of its parent. */
export type Matrix = readonly [number, number, number, number, number, number];
/** A box on the image, in pixels */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Returns the matrix that applies the first argument, then the second. */
export function after([a, b, c, d, e, f]: Matrix, [p, q, r, s, t, u]: Matrix): Matrix {
  return [a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u];
}

/**
 * Returns the smallest upright box around points, given as x, y, x, y … in the coordinates that `matrix` maps from;
 * null when a coordinate is not finite.
 */
export function boundsOf(points: readonly number[], matrix: Matrix, geometry: Geometry): Bounds | null {
  const [a, b, c, d, e, f] = matrix;
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let at = 0; at + 1 < points.length; at += 2) {
    const [x, y] = [points[at] ?? 0, points[at + 1] ?? 0];
    const [left, top] = geometry.toImage(a * x + c * y + e, b * x + d * y + f);
    widen(bounds, { left, top, right: left, bottom: top });
  }
  return Object.values(bounds).every(Number.isFinite) ? bounds : null;
}

/** Returns the intersection of two boxes; inverted where they do not meet. */
export const within = (one: Bounds, other: Bounds): Bounds => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});

/** Widens a box so that it includes another. */
export function widen(box: Bounds, other: Bounds): void {
  box.left = Math.min(box.left, other.left);
  box.top = Math.min(box.top, other.top);
  box.right = Math.max(box.right, other.right);
  box.bottom = Math.max(box.bottom, other.bottom);
}

export const rounded = (value: number): number => Math.round(value * 100) / 100;

export const boxOf = ({ left, top, right, bottom }: Bounds): PixelBox => ({
  x: rounded(left),
  y: rounded(top),
  width: rounded(right - left),
  height: rounded(bottom - top),
});

/** Returns the part of a box that is on the image; null when none is. */
export function onImage(box: Bounds, { width, height }: Geometry): Bounds | null {
  const seen = within(box, { left: 0, top: 0, right: width, bottom: height });
  return seen.right > seen.left && seen.bottom > seen.top ? seen : null;
}
