import type { Pixels } from './png-pixels.ts';

/** A part of what a scroller holds, as it looked when it was scrolled to. */
export interface Look {
  /** Row of the whole that its first row is */
  top: number;
  pixels: Pixels;
}

/** Of a channel, from 0 to 255: what is less may come from scaling. */
const leastDifference = 48;

function differs(one: Pixels, y: number, other: Pixels, otherY: number): boolean {
  const width = Math.min(one.width, other.width);
  const most = Math.max(1, width * 0.004);
  const [from, otherFrom] = [y * one.width * one.channels, otherY * other.width * other.channels];
  let count = 0;
  for (let x = 0; x < width; x += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      const a = one.data[from + x * one.channels + channel] ?? 0;
      const b = other.data[otherFrom + x * other.channels + channel] ?? 0;
      if (Math.abs(a - b) < leastDifference) continue;
      count += 1;
      break;
    }
    if (count > most) return true;
  }
  return false;
}

function isPlain({ data, width, channels }: Pixels, y: number): boolean {
  const from = y * width * channels;
  for (let at = channels; at < width * channels; at += 1) {
    if (Math.abs((data[from + at] ?? 0) - (data[from + (at % channels)] ?? 0)) >= leastDifference) return false;
  }
  return true;
}

/**
 * Compares what was seen while scrolling with the whole that is shown now. Counts rows that show something; `missing`
 * are those that look like none of the times they were seen.
 */
export function compareRows(looks: readonly Look[], whole: Pixels): { told: number; missing: number } {
  let told = 0;
  let missing = 0;
  for (let row = 0; row < whole.height; row += 1) {
    const seen = looks.filter(({ top, pixels }) => row >= top && row < top + pixels.height);
    if (seen.length === 0) continue;
    const isThere = seen.some(({ top, pixels }) =>
      [row, row - 1, row + 1].some(
        (near) => near >= 0 && near < whole.height && !differs(pixels, row - top, whole, near),
      ),
    );
    const isPlainRow = seen.every(({ top, pixels }) => isPlain(pixels, row - top));
    if (!isThere) missing += 1;
    if (!isThere || !isPlainRow) told += 1;
  }
  return { told, missing };
}
