import type { Run } from './align-rows.ts';
import { CELL } from './count-changes.ts';
import { differs, type Pixels } from './pixels.ts';

/** Two images of which the rows are aligned, in units of one row and `CELL` columns. */
export interface Units {
  before: Pixels;
  after: Pixels;
  columns: number;
  /** The row of the earlier image that each row of the later one is aligned with, or -1. */
  partners: Int32Array;
  /** Whether the earlier image shows in row `old` what the later one shows in row `y`. */
  isEqual(column: number, y: number, old: number): boolean;
}

export function isFlat({ words, width }: Pixels, column: number, y: number): boolean {
  const [from, to] = [y * width + column * CELL, y * width + Math.min(width, (column + 1) * CELL)];
  for (let at = from + 1; at < to; at += 1) if (words[at] !== words[from]) return false;
  return true;
}

export function unitsOf(before: Pixels, after: Pixels, runs: readonly Run[]): Units {
  const partners = new Int32Array(after.height).fill(-1);
  for (const { from, to, length } of runs) {
    for (let row = 0; row < length; row += 1) partners[to + row] = from + row;
  }
  return {
    before,
    after,
    columns: Math.ceil(after.width / CELL),
    partners,
    isEqual(column, y, old) {
      const [from, to] = [column * CELL, Math.min(after.width, (column + 1) * CELL)];
      if (old < 0 || old >= before.height || to > before.width) return false;
      const [here, there] = [y * after.width, old * before.width];
      for (let x = from; x < to; x += 1) {
        const [a, b] = [before.words[there + x] ?? 0, after.words[here + x] ?? 0];
        if (a !== b && differs(a, b)) return false;
      }
      return true;
    },
  };
}
