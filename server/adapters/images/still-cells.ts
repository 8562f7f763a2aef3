import type { Run } from './align-rows.ts';
import { CELL, type Changes } from './count-changes.ts';
import { differs, type Pixels } from './pixels.ts';
import { isEqual, isFlat, partnersOf } from './units.ts';

/** The columns `from` up to but excluding `to` */
interface Columns {
  from: number;
  to: number;
}

/** The runs next to rows without partners */
interface Gap {
  above: Run | undefined;
  below: Run | undefined;
}

const gapAt = (runs: readonly Run[], y: number, height: number): Gap => ({
  above: runs.findLast(({ to, length }) => to + length <= y),
  below: runs.find(({ to }) => to >= y + height),
});

/**
 * Whether a row of the old image shows nothing that the new one lacks there: a single colour, which is also in the new
 * row. A line or a filled box is of a single colour too.
 */
function isEmpty(before: Pixels, after: Pixels, { from, to }: Columns, y: number): boolean {
  if (!isFlat(before, from, to, y)) return false;
  const colour = before.words[y * before.width + from] ?? 0;
  const [first, end] = [y * after.width + from, y * after.width + Math.min(to, after.width)];
  return y < after.height && after.words.subarray(first, end).some((word) => !differs(word, colour));
}

/** Whether a row looks as before, or as the old image's last row where it lies below and is empty. */
function isUnmoved(before: Pixels, after: Pixels, { from, to }: Columns, y: number): boolean {
  const last = before.height - 1;
  if (y <= last) return isEqual(before, after, from, to, y);
  return isFlat(after, from, to, y) && isEqual(before, after, from, to, y, last);
}

/**
 * Whether all rows of a cell are unchanged at the same place and replaced nothing: the rows they are aligned with also
 * stayed in place, or are empty.
 */
function isStill(before: Pixels, after: Pixels, partners: Int32Array, across: Columns, rows: [number, number]) {
  const { from, to } = across;
  for (let y = rows[0]; y < rows[1]; y += 1) {
    if (!isUnmoved(before, after, across, y)) return false;
    const partner = partners[y] ?? -1;
    if (partner === -1 || partner === y) continue;
    if (!isEqual(before, after, from, to, partner) && !isEmpty(before, after, across, partner)) return false;
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

/**
 * Whether columns stayed in place where the rows above and below a gap moved: what is next to the gap, and is not at
 * both places, shows which. False where it moved with the rows, null where nothing shows it, as of vertical lines.
 */
function stays(before: Pixels, after: Pixels, { from, to }: Columns, { above, below }: Gap): boolean | null {
  const look = (run: Run | undefined, isUpwards: boolean): boolean | null => {
    if (run === undefined || run.from === run.to) return null;
    for (let at = 0; at < run.length; at += 1) {
      const y = run.to + (isUpwards ? run.length - 1 - at : at);
      if (isFlat(after, from, to, y)) continue;
      const isInPlace = isEqual(before, after, from, to, y);
      if (isInPlace !== isEqual(before, after, from, to, y, y - run.to + run.from)) return isInPlace;
    }
    return null;
  };
  const seen = [look(above, true), look(below, false)];
  return seen.includes(false) ? false : seen.includes(true) ? true : null;
}

/** Whether added rows show something that stayed in place: then only other columns moved. */
function isBesideStill(
  before: Pixels,
  after: Pixels,
  runs: readonly Run[],
  still: Uint8Array,
  { y: top, height }: Changes['added'][number],
): boolean {
  const columns = Math.ceil(after.width / CELL);
  for (let column = 0; column < columns; column += 1) {
    const across = { from: column * CELL, to: Math.min(after.width, (column + 1) * CELL) };
    for (let y = top; y < top + height; y += 1) {
      if (still[Math.floor(y / CELL) * columns + column] !== 1 || isFlat(after, across.from, across.to, y)) continue;
      if (stays(before, after, across, gapAt(runs, top, height)) === true) return true;
      break;
    }
  }
  return false;
}

/** Whether everything that removed rows show is still where it was: then only a neighbouring column moved. */
function isRemovedStill(
  before: Pixels,
  after: Pixels,
  runs: readonly Run[],
  { y: at, from, height }: Changes['removed'][number],
): boolean {
  const gap = gapAt(runs, at, 0);
  let isAnyStill = false;
  for (let x = 0; x < before.width; x += CELL) {
    const across = { from: x, to: Math.min(before.width, x + CELL) };
    let showsAny = false;
    for (let y = from; y < from + height; y += 1) {
      if (isEmpty(before, after, across, y)) continue;
      if (across.to > after.width || !isEqual(before, after, x, across.to, y)) return false;
      showsAny = true;
    }
    const isStill = showsAny ? stays(before, after, across, gap) : null;
    if (isStill === false) return false;
    if (isStill === true) isAnyStill = true;
  }
  return isAnyStill;
}

/** Whether two images look the same. Within a few steps per channel, their pixels may differ. */
function isSame(before: Pixels, after: Pixels): boolean {
  if (before.width !== after.width || before.height !== after.height) return false;
  for (let y = 0; y < after.height; y += 1) if (!isEqual(before, after, 0, after.width, y)) return false;
  return true;
}

function clear(changes: Changes, cell: number, width: number, rows: [number, number], { from, to }: Columns) {
  changes.changed -= changes.cells[cell] ?? 0;
  changes.cells[cell] = 0;
  for (let y = rows[0]; y < rows[1]; y += 1) changes.mask.fill(0, y * width + from, y * width + to);
}

/**
 * Removes unmoved cells from the changes where rows moved: one column of a page may move and another may not. Keeps the
 * added and removed rows if nothing else were left of a difference.
 * @returns 1 for each cell that did not move; null where no row moved
 */
export function takeOutStill(before: Pixels, after: Pixels, runs: readonly Run[], changes: Changes): Uint8Array | null {
  if (runs.every(({ from, to }) => from === to) && changes.added.length === 0) return null;
  const { width, height } = after;
  const { added, removed } = changes;
  const addedCells = changes.addedCells.slice();
  const partners = partnersOf(runs, height);
  const still = new Uint8Array(changes.cells.length);
  for (let cell = 0; cell < changes.cells.length; cell += 1) {
    if (changes.cells[cell] === 0 && changes.addedCells[cell] === 0) continue;
    const from = (cell % changes.columns) * CELL;
    const top = Math.floor(cell / changes.columns) * CELL;
    const across = { from, to: Math.min(width, from + CELL) };
    const rows: [number, number] = [top, Math.min(height, top + CELL)];
    if (!isStill(before, after, partners, across, rows)) continue;
    still[cell] = 1;
    clear(changes, cell, width, rows, across);
  }
  const bands = changes.added.filter((band) => isBesideStill(before, after, runs, still, band));
  for (const band of bands) compareInPlace(before, after, changes, still, band);
  changes.added = changes.added.filter((band) => !bands.includes(band));
  changes.removed = changes.removed.filter((band) => !isRemovedStill(before, after, runs, band));
  const isLeft = changes.changed > 0 || changes.added.length > 0 || changes.removed.length > 0;
  if (!isLeft && !isSame(before, after)) Object.assign(changes, { added, removed, addedCells });
  return still;
}
