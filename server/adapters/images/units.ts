import type { Run } from './align-rows.ts';
import { CELL } from './count-changes.ts';
import { differs, type Pixels } from './pixels.ts';

/** Whether row `y` of the later image equals row `old` of the earlier one in the columns `from` up to but excluding `to`. */
export function isEqual(before: Pixels, after: Pixels, from: number, to: number, y: number, old = y): boolean {
  if (old < 0 || old >= before.height || y >= after.height || to > before.width) return false;
  const [there, here] = [old * before.width, y * after.width];
  for (let x = from; x < to; x += 1) {
    const [a, b] = [before.words[there + x] ?? 0, after.words[here + x] ?? 0];
    if (a !== b && differs(a, b)) return false;
  }
  return true;
}

/** Whether row `y` has a single colour in the columns `from` up to but excluding `to`. */
export function isFlat({ words, width }: Pixels, from: number, to: number, y: number): boolean {
  const first = words[y * width + from];
  for (let x = from + 1; x < to; x += 1) if (words[y * width + x] !== first) return false;
  return true;
}

/** Returns the row of the old image that each row of the new one is aligned with, or -1. */
export function partnersOf(runs: readonly Run[], height: number): Int32Array {
  const partners = new Int32Array(height).fill(-1);
  for (const { from, to, length } of runs) {
    for (let row = 0; row < length; row += 1) partners[to + row] = from + row;
  }
  return partners;
}

/** Two images of which the rows are aligned, in units of one row and `CELL` columns. */
export interface Units {
  before: Pixels;
  after: Pixels;
  columns: number;
  partners: Int32Array;
  isEqual(column: number, y: number, old: number): boolean;
  isFlat(image: Pixels, column: number, y: number): boolean;
}

export function unitsOf(before: Pixels, after: Pixels, runs: readonly Run[]): Units {
  const end = ({ width }: Pixels, column: number): number => Math.min(width, (column + 1) * CELL);
  return {
    before,
    after,
    columns: Math.ceil(after.width / CELL),
    partners: partnersOf(runs, after.height),
    isEqual: (column, y, old) => isEqual(before, after, column * CELL, end(after, column), y, old),
    isFlat: (image, column, y) => isFlat(image, column * CELL, end(image, column), y),
  };
}
