import type { Run } from './align-rows.ts';
import { bytesOf, differs, inTurns, type Pixels } from './pixels.ts';

/** Side of a cell in pixels. */
export const CELL = 16;

export interface Changes {
  columns: number;
  /** Number of changed pixels in each cell of the new image, without added rows */
  cells: Uint16Array;
  /** The same for added rows only */
  addedCells: Uint16Array;
  /** The outermost changed pixels of each cell, relative to the cell's upper left corner */
  left: Uint8Array;
  top: Uint8Array;
  right: Uint8Array;
  bottom: Uint8Array;
  /** The state of each pixel of the new image: 0 the same, 1 changed */
  mask: Uint8Array;
  /** Number of changed pixels in rows with a partner */
  changed: number;
  added: { y: number; height: number }[];
  /** `y` in the new image, `from` in the old one */
  removed: { y: number; from: number; height: number }[];
  /** Columns that only the old image had, times the number of rows with a partner */
  lostColumns: number;
}

/** In steps of 255 per channel: the largest change of a plain area that nobody sees. */
const PLAIN_TOLERANCE = 3;

/** Returns whether `length` pixels are of one colour in both images, but not of the same one. */
function isRecoloured(old: Uint32Array, now: Uint32Array, oldAt: number, at: number, length: number): boolean {
  const [a, b] = [old[oldAt] ?? 0, now[at] ?? 0];
  if (a === b || !differs(a, b, PLAIN_TOLERANCE)) return false;
  for (let next = 1; next < length; next += 1) if (old[oldAt + next] !== a || now[at + next] !== b) return false;
  return true;
}

/** Returns the rows between runs, in both images. */
function gaps(runs: readonly Run[], before: Pixels, after: Pixels): Pick<Changes, 'added' | 'removed'> {
  const added: Changes['added'] = [];
  const removed: Changes['removed'] = [];
  let [old, now] = [0, 0];
  for (const run of [...runs, { from: before.height, to: after.height, length: 0 }]) {
    if (run.to > now) added.push({ y: now, height: run.to - now });
    if (run.from > old) removed.push({ y: run.to, from: old, height: run.from - old });
    old = run.from + run.length;
    now = run.to + run.length;
  }
  return { added, removed };
}

/** Compares the pixels of partner rows. Beyond the narrower image's width, every pixel counts as changed. */
export async function countChanges(before: Pixels, after: Pixels, runs: readonly Run[]): Promise<Changes> {
  const { width, height } = after;
  const columns = Math.ceil(width / CELL);
  const count = columns * Math.ceil(height / CELL);
  const common = Math.min(before.width, width);
  const cells = new Uint16Array(count);
  const addedCells = new Uint16Array(count);
  const [left, top] = [new Uint8Array(count).fill(CELL), new Uint8Array(count).fill(CELL)];
  const [right, bottom] = [new Uint8Array(count), new Uint8Array(count)];
  const mask = new Uint8Array(width * height);
  const [old, now] = [before.words, after.words];
  const [oldBytes, newBytes] = [bytesOf(before), bytesOf(after)];
  let changed = 0;

  const compareRow = (y: number, oldY: number): void => {
    const start = y * width;
    const oldStart = oldY * before.width;
    const sameWidth = before.width === width;
    if (
      sameWidth &&
      newBytes.compare(oldBytes, oldStart * 4, (oldStart + width) * 4, start * 4, (start + width) * 4) === 0
    )
      return;
    const back = oldStart - start;
    const inCell = y % CELL;
    const cellRow = Math.floor(y / CELL) * columns;
    for (let column = 0, from = 0; from < width; column += 1, from += CELL) {
      const to = Math.min(width, from + CELL);
      let differing = 0;
      let first = CELL;
      let last = 0;
      for (let x = from; x < to; x += 1) {
        const at = start + x;
        const b = now[at] ?? 0;
        const a = x < common ? (old[at + back] ?? 0) : ~b;
        if (a === b || (x < common && !differs(a, b))) continue;
        mask[at] = 1;
        differing += 1;
        if (first === CELL) first = x - from;
        last = x - from;
      }
      if (differing === 0) {
        if (to - from < CELL || to > common || !isRecoloured(old, now, start + from + back, start + from, CELL))
          continue;
        mask.fill(1, start + from, start + to);
        [differing, first, last] = [CELL, 0, CELL - 1];
      }
      const cell = cellRow + column;
      changed += differing;
      cells[cell] = (cells[cell] ?? 0) + differing;
      left[cell] = Math.min(left[cell] ?? CELL, first);
      right[cell] = Math.max(right[cell] ?? 0, last);
      top[cell] = Math.min(top[cell] ?? CELL, inCell);
      bottom[cell] = inCell;
    }
  };
  for (const { from, to, length } of runs) {
    await inTurns(to, to + length, width, (first, last) => {
      for (let y = first; y < last; y += 1) compareRow(y, y - to + from);
    });
  }

  const { added, removed } = gaps(runs, before, after);
  for (const { y, height: rows } of added) {
    for (let row = y; row < y + rows; row += 1) {
      const cellRow = Math.floor(row / CELL) * columns;
      for (let column = 0; column < columns; column += 1) {
        const cell = cellRow + column;
        addedCells[cell] = (addedCells[cell] ?? 0) + Math.min(CELL, width - column * CELL);
      }
    }
  }
  const partners = runs.reduce((sum, { length }) => sum + length, 0);
  const lostColumns = Math.max(0, before.width - width) * partners;
  return { columns, cells, addedCells, left, top, right, bottom, mask, changed, added, removed, lostColumns };
}
