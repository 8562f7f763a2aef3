import type { Pixels } from './png-pixels.ts';

/** A part of a scroller's content as it looked when scrolled to */
export interface Sample {
  /** The row of the whole content at which the part begins */
  top: number;
  pixels: Pixels;
}

/** In steps of 255 per channel; smaller differences may come from scaling */
const minDifference = 48;

function differs(one: Pixels, y: number, other: Pixels, otherY: number): boolean {
  const width = Math.min(one.width, other.width);
  const max = Math.max(1, width * 0.004);
  const [from, otherFrom] = [y * one.width * one.channels, otherY * other.width * other.channels];
  let count = 0;
  for (let x = 0; x < width; x += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      const a = one.data[from + x * one.channels + channel] ?? 0;
      const b = other.data[otherFrom + x * other.channels + channel] ?? 0;
      if (Math.abs(a - b) < minDifference) continue;
      count += 1;
      break;
    }
    if (count > max) return true;
  }
  return false;
}

function isPlain({ data, width, channels }: Pixels, y: number): boolean {
  const from = y * width * channels;
  for (let at = channels; at < width * channels; at += 1) {
    if (Math.abs((data[from + at] ?? 0) - (data[from + (at % channels)] ?? 0)) >= minDifference) return false;
  }
  return true;
}

/**
 * Compares samples taken while scrolling with the whole content shown now. Returns how many rows show something
 * (`distinct`), and how many of them differ from all of their samples (`missing`).
 */
export function compareRows(samples: readonly Sample[], whole: Pixels): { distinct: number; missing: number } {
  let distinct = 0;
  let missing = 0;
  for (let row = 0; row < whole.height; row += 1) {
    const seen = samples.filter(({ top, pixels }) => row >= top && row < top + pixels.height);
    if (seen.length === 0) continue;
    const isThere = seen.some(({ top, pixels }) =>
      [row, row - 1, row + 1].some(
        (near) => near >= 0 && near < whole.height && !differs(pixels, row - top, whole, near),
      ),
    );
    const isPlainRow = seen.every(({ top, pixels }) => isPlain(pixels, row - top));
    if (!isThere) missing += 1;
    if (!isThere || !isPlainRow) distinct += 1;
  }
  return { distinct, missing };
}
