import type { BoxPair, PixelBox } from '../port-types.ts';
import { type Place, regionOf, type ShotSize } from './rules.ts';

/**
 * CSS pixels by which a box drawn by hand may go beyond its element. A box that goes further is about more than the
 * element.
 */
const MARGIN = 16;

/** A box and the pixels of the screenshot per unit of it. */
export interface Scaled {
  box: PixelBox;
  scale: number;
}

const inPixels = ({ box, scale }: Scaled): PixelBox => ({
  x: box.x * scale,
  y: box.y * scale,
  width: box.width * scale,
  height: box.height * scale,
});

/**
 * Returns the part of its element that a mark shows, before and after; all of the element when its size changed. Null
 * when the mark shows more than the element, or the screenshots have different pixels.
 */
export function elementPair(place: Place, from: ShotSize, was: Scaled, now: Scaled): BoxPair | null {
  if (was.scale !== now.scale) return null;
  const [old, moved] = [inPixels(was), inPixels(now)];
  const region = regionOf(place, from);
  const [left, top] = [region.x * from.width, region.y * from.height];
  const [right, bottom] = [left + region.width * from.width, top + region.height * from.height];
  const beyond = Math.max(old.x - left, old.y - top, right - old.x - old.width, bottom - old.y - old.height);
  if (place.width !== null && beyond > MARGIN * (from.pixelRatio ?? 1)) return null;
  if (Math.abs(old.width - moved.width) >= 0.5 || Math.abs(old.height - moved.height) >= 0.5) {
    return { before: old, after: moved };
  }
  const [x, y] = [Math.max(left, old.x), Math.max(top, old.y)];
  const width = Math.min(right, old.x + old.width) - x;
  const height = Math.min(bottom, old.y + old.height) - y;
  if (width <= 0 || height <= 0) return null;
  const before = { x, y, width, height };
  return { before, after: { ...before, x: x + moved.x - old.x, y: y + moved.y - old.y } };
}
