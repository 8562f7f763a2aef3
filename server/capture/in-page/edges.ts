import type { Rectangle } from './dom.ts';

export interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const edgesOf = ({ x, y, width, height }: Rectangle): Edges => ({
  left: x,
  top: y,
  right: x + width,
  bottom: y + height,
});

/**
 * Returns the intersection of two rectangles. If they do not meet, its right edge lies left of its left edge, or its
 * bottom above its top.
 */
export const meet = (one: Edges, other: Edges): Edges => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});
