import type { BoxPair, PixelBox } from '../../domain/port-types.ts';
import { type ImageLimits, imageFailure } from './decode.ts';
import { differs, type Pixels, pixelsOf } from './pixels.ts';

interface Window {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Returns the pixels that a browser paints for a box whose edges may lie between pixels. */
function painted({ x, y, width, height }: PixelBox): Window {
  const [left, top] = [Math.round(x), Math.round(y)];
  return { left, top, width: Math.round(x + width) - left, height: Math.round(y + height) - top };
}

/** Returns the whole pixels by which something may have moved: two values where the distance is not whole. */
function shifts(before: number, after: number): number[] {
  const distance = Math.round((after - before) * 100) / 100;
  return [...new Set([Math.floor(distance), Math.ceil(distance)])];
}

/** Returns the changed share of `old`, moved by `right` and `down`; null when neither image has a pixel of it. */
function shareAt(before: Pixels, after: Pixels, old: Window, right: number, down: number): number | null {
  let [changed, all] = [0, 0];
  for (let y = old.top; y < old.top + old.height; y += 1) {
    const isRowBefore = y >= 0 && y < before.height;
    const isRowAfter = y + down >= 0 && y + down < after.height;
    for (let x = old.left; x < old.left + old.width; x += 1) {
      const isBefore = isRowBefore && x >= 0 && x < before.width;
      const isAfter = isRowAfter && x + right >= 0 && x + right < after.width;
      if (!isBefore && !isAfter) continue;
      all += 1;
      const was = before.words[y * before.width + x] ?? 0;
      const is = after.words[(y + down) * after.width + x + right] ?? 0;
      if (!isBefore || !isAfter || differs(was, is)) changed += 1;
    }
  }
  return all === 0 ? null : changed / all;
}

function changedShare(before: Pixels, after: Pixels, pair: BoxPair): number | null {
  const [old, now] = [painted(pair.before), painted(pair.after)];
  const common = { ...old, width: Math.min(old.width, now.width), height: Math.min(old.height, now.height) };
  const shares = shifts(pair.before.x, pair.after.x).flatMap((right) =>
    shifts(pair.before.y, pair.after.y).map((down) => shareAt(before, after, common, right, down)),
  );
  const known = shares.filter((share) => share !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/**
 * Returns the changed share 0..1 of each pair of boxes, wherever they are; null for a pair outside both images. Throws
 * ImageRefused.
 */
export async function compareBoxes(
  before: Uint8Array,
  after: Uint8Array,
  pairs: readonly BoxPair[],
  limits: ImageLimits = {},
): Promise<(number | null)[]> {
  try {
    const [old, now] = await Promise.all([pixelsOf(before, limits), pixelsOf(after, limits)]);
    return pairs.map((pair) => changedShare(old, now, pair));
  } catch (error) {
    throw imageFailure(error);
  }
}
