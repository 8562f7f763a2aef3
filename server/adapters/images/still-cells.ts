import type { Run } from './align-rows.ts';
import { CELL, type Changes } from './count-changes.ts';
import { differs, type Pixels } from './pixels.ts';
import { isEqual, isFlat, partnersOf } from './units.ts';

/** The columns `from` up to but excluding `to` */
interface Columns {
  from: number;
  to: number;
}

/**
 * Whether all rows of a cell are unchanged at the same place and replaced nothing: the rows they are aligned with also
 * stayed in place, or are empty.
 */
function isStill(before: Pixels, after: Pixels, partners: Int32Array, { from, to }: Columns, rows: [number, number]) {
  for (let y = rows[0]; y < rows[1]; y += 1) {
    if (!isEqual(before, after, from, to, y)) return false;
    const partner = partners[y] ?? -1;
    if (partner === -1 || partner === y) continue;
    if (!isEqual(before, after, from, to, partner) && !isFlat(before, from, to, partner)) return false;
  }
  return true;
}

/** Compares added rows in place when other columns of them did not move: then they are not a band of their own. */
function compareInPlace(
  before: Pixels,
  after: Pixels,
  changes: Changes,
  still: Uint8Array,
  band: Changes['added'][number],
) {
  const { width } = after;
  for (let y = band.y; y < band.y + band.height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const cell = Math.floor(y / CELL) * changes.columns + Math.floor(x / CELL);
      changes.addedCells[cell] = Math.max(0, (changes.addedCells[cell] ?? 0) - 1);
      if (still[cell] === 1) continue;
      const isThere = y < before.height && x < before.width;
      const now = after.words[y * width + x] ?? 0;
      if (isThere && !differs(before.words[y * before.width + x] ?? 0, now)) continue;
      changes.mask[y * width + x] = 1;
      changes.changed += 1;
      changes.cells[cell] = (changes.cells[cell] ?? 0) + 1;
      changes.left[cell] = Math.min(changes.left[cell] ?? CELL, x % CELL);
      changes.right[cell] = Math.max(changes.right[cell] ?? 0, x % CELL);
      changes.top[cell] = Math.min(changes.top[cell] ?? CELL, y % CELL);
      changes.bottom[cell] = Math.max(changes.bottom[cell] ?? 0, y % CELL);
    }
  }
}

/** Whether removed rows are partly still where they were: then only a neighbouring column moved. */
function isRemovedStill(before: Pixels, after: Pixels, { from, height }: Changes['removed'][number]): boolean {
  for (let y = from; y < Math.min(from + height, after.height); y += 1) {
    for (let x = 0; x < Math.min(before.width, after.width); x += CELL) {
      const to = Math.min(before.width, after.width, x + CELL);
      if (!isFlat(before, x, to, y) && isEqual(before, after, x, to, y)) return true;
    }
  }
  return false;
}

function clear(changes: Changes, cell: number, width: number, rows: [number, number], { from, to }: Columns) {
  changes.changed -= changes.cells[cell] ?? 0;
  changes.cells[cell] = 0;
  for (let y = rows[0]; y < rows[1]; y += 1) changes.mask.fill(0, y * width + from, y * width + to);
}

/**
 * Removes unmoved cells from the changes where rows moved: one column of a page may move and another may not.
 * @returns 1 for each cell that did not move; null where no row moved
 */
export function takeOutStill(before: Pixels, after: Pixels, runs: readonly Run[], changes: Changes): Uint8Array | null {
  if (runs.every(({ from, to }) => from === to) && changes.added.length === 0) return null;
  const { width, height } = after;
  const partners = partnersOf(runs, height);
  const still = new Uint8Array(changes.cells.length);
  const solid = new Uint8Array(height);
  for (let cell = 0; cell < changes.cells.length; cell += 1) {
    if (changes.cells[cell] === 0 && changes.addedCells[cell] === 0) continue;
    const from = (cell % changes.columns) * CELL;
    const top = Math.floor(cell / changes.columns) * CELL;
    const across = { from, to: Math.min(width, from + CELL) };
    const rows: [number, number] = [top, Math.min(height, top + CELL)];
    if (!isStill(before, after, partners, across, rows)) continue;
    still[cell] = 1;
    clear(changes, cell, width, rows, across);
    for (let y = rows[0]; y < rows[1]; y += 1) if (!isFlat(after, across.from, across.to, y)) solid[y] = 1;
  }
  const bands = changes.added.filter(({ y, height: rows }) => solid.subarray(y, y + rows).includes(1));
  for (const band of bands) compareInPlace(before, after, changes, still, band);
  changes.added = changes.added.filter((band) => !bands.includes(band));
  changes.removed = changes.removed.filter((band) => !isRemovedStill(before, after, band));
  return still;
}
