import sharp from 'sharp';
import type { PixelBox } from '../../../../server/domain/port-types.ts';
import type { Pair, PairSide } from './types.ts';

/** In steps of 255 per channel. */
const TOLERANCE = 8;

interface Raw {
  data: Buffer;
  width: number;
  height: number;
}

const raw = async ({ bytes, width, height }: PairSide): Promise<Raw> => ({
  data: await sharp(bytes).removeAlpha().raw().toBuffer(),
  width,
  height,
});

/**
 * Returns whether a pixel is, by channel, between the darkest and the lightest around a place in another image. Chromium
 * smooths the same edge differently at another place, and may draw it one pixel away.
 */
function isWithin(one: Raw, x: number, y: number, other: Raw, atX: number, atY: number): boolean {
  for (let channel = 0; channel < 3; channel += 1) {
    let [low, high] = [255, 0];
    for (let row = Math.max(0, atY - 1); row <= Math.min(other.height - 1, atY + 1); row += 1) {
      for (let column = Math.max(0, atX - 1); column <= Math.min(other.width - 1, atX + 1); column += 1) {
        const value = other.data[(row * other.width + column) * 3 + channel] ?? 0;
        [low, high] = [Math.min(low, value), Math.max(high, value)];
      }
    }
    const value = one.data[(y * one.width + x) * 3 + channel] ?? 0;
    if (value < low - TOLERANCE || value > high + TOLERANCE) return false;
  }
  return true;
}

function isSame(old: Raw, from: PixelBox, now: Raw, to: PixelBox): boolean {
  if (Math.abs(from.width - to.width) >= 1 || Math.abs(from.height - to.height) >= 1) return false;
  const [left, top] = [Math.round(from.x), Math.round(from.y)];
  const [right, down] = [Math.round(to.x) - left, Math.round(to.y) - top];
  const [endX, endY] = [
    Math.min(old.width, now.width - right, left + Math.floor(from.width)),
    Math.min(old.height, now.height - down, top + Math.floor(from.height)),
  ];
  for (let y = Math.max(0, top, -down); y < endY; y += 1) {
    for (let x = Math.max(0, left, -right); x < endX; x += 1) {
      const isThere = isWithin(old, x, y, now, x + right, y + down);
      if (!isThere || !isWithin(now, x + right, y + down, old, x, y)) return false;
    }
  }
  return true;
}

/** Returns the names of the regions that look different, wherever they are now. */
export async function looksDifferent({ before, after, regions }: Pair): Promise<Set<string>> {
  const [old, now] = [await raw(before), await raw(after)];
  const different = regions.filter((each) => each.after !== null && !isSame(old, each.before, now, each.after));
  return new Set(different.map(({ name }) => name));
}
