import type { Run } from './align-rows.ts';
import { CELL, type Changes } from './count-changes.ts';
import { differs, type Pixels } from './pixels.ts';

/** One pixel of a page, at the largest scale that phones have. */
const MAX_ROWS = 3;

const shiftOf = ({ from, to }: Run): number => to - from;
const endOf = ({ from, to, length }: Run) => ({ from: from + length, to: to + length });

/** Rows that only one image has, `step` in number: below 0 when the old one has them. Begins with row `y` of it. */
interface Strip {
  step: number;
  y: number;
  /** Where it is in the new image */
  to: number;
}

/** Returns the rows between two runs; null when there are none, or rows of both images. */
function stripBetween(above: Run, below: Run): Strip | null {
  const end = endOf(above);
  const [added, removed] = [below.to - end.to, below.from - end.from];
  if (added > 0 === removed > 0) return null;
  return added > 0 ? { step: added, y: end.to, to: end.to } : { step: -removed, y: end.from, to: end.to };
}

/** Whether the rows of a strip repeat a row beside it, in all cells that did not change anyway. */
function isSpacing({ words, width, height }: Pixels, { cells, columns }: Changes, { step, y, to }: Strip): boolean {
  const rows = Math.abs(step);
  const repeats = (beside: number): boolean => {
    if (beside < 0 || beside >= height) return false;
    for (let row = y; row < y + rows; row += 1) {
      for (let x = 0; x < width; x += 1) {
        if (!differs(words[row * width + x] ?? 0, words[beside * width + x] ?? 0)) continue;
        const cell = Math.floor(to / CELL) * columns + Math.min(columns - 1, Math.floor(x / CELL));
        if ((cells[cell] ?? 0) === 0) return false;
      }
    }
    return true;
  };
  return repeats(y - 1) || repeats(y + rows);
}

/**
 * Removes from the changes what only rounding added and removed. Where content moved by a fraction of a pixel, some
 * lines of text fall on the pixel before or after: one row of the space above them is added, and one below is removed.
 * What moves by so little where nothing else moved stays a change.
 */
export function takeOutRounding(before: Pixels, after: Pixels, runs: readonly Run[], changes: Changes): void {
  const strips: Strip[] = [];
  for (let at = 0; at + 2 < runs.length; at += 1) {
    const [above, moved, below] = runs.slice(at, at + 3) as [Run, Run, Run];
    const [one, other] = [stripBetween(above, moved), stripBetween(moved, below)];
    const returns = one !== null && other !== null && one.step === -other.step && Math.abs(one.step) <= MAX_ROWS;
    if (!returns || shiftOf(above) === 0 || shiftOf(moved) === 0) continue;
    if (![one, other].every((strip) => isSpacing(strip.step > 0 ? after : before, changes, strip))) continue;
    strips.push(one, other);
    at += 1;
  }
  for (const { step, to } of strips) {
    if (step < 0) {
      changes.removed = changes.removed.filter(({ y }) => y !== to);
      continue;
    }
    changes.added = changes.added.filter(({ y }) => y !== to);
    for (let y = to; y < to + step; y += 1) {
      const first = Math.floor(y / CELL) * changes.columns;
      for (let column = 0; column < changes.columns; column += 1) {
        const across = Math.min(CELL, after.width - column * CELL);
        const cell = first + column;
        changes.addedCells[cell] = Math.max(0, (changes.addedCells[cell] ?? 0) - across);
      }
    }
  }
}
