import type { Run } from './align-rows.ts';
import { isSmoothed } from './compare-boxes.ts';
import { CELL, type Changes } from './count-changes.ts';
import { differs, type Pixels } from './pixels.ts';
import { partnersOf } from './units.ts';

/** One pixel of a page, at the largest scale that phones have. */
const MAX_ROWS = 3;
const STEPS = [1, -1, 2, -2, MAX_ROWS, -MAX_ROWS];

/** Rows that only one image has: `step` more in the new one, or fewer. They begin with row `y` of the image. */
interface Strip {
  step: number;
  y: number;
  /** Where they are, or were, in the new image */
  to: number;
}

/** Returns the rows between two runs that both moved; null when there are none, or rows of both images. */
function stripBetween(above: Run, below: Run): Strip | null {
  const end = { from: above.from + above.length, to: above.to + above.length };
  const [added, removed] = [below.to - end.to, below.from - end.from];
  if (above.from === above.to || below.from === below.to || added > 0 === removed > 0) return null;
  return added > 0 ? { step: added, y: end.to, to: end.to } : { step: -removed, y: end.from, to: end.to };
}

/** Returns whether the rows of a strip repeat a row beside them, in all columns but those of the `others` cells. */
function isSpacing(
  { words, width, height }: Pixels,
  { step, y, to }: Strip,
  columns: number,
  others: (cell: number) => boolean,
): boolean {
  const rows = Math.abs(step);
  const repeats = (beside: number): boolean => {
    if (beside < 0 || beside >= height) return false;
    for (let row = y; row < y + rows; row += 1) {
      for (let x = 0; x < width; x += 1) {
        if (!differs(words[row * width + x] ?? 0, words[beside * width + x] ?? 0)) continue;
        const cell = Math.floor(to / CELL) * columns + Math.min(columns - 1, Math.floor(x / CELL));
        if (!others(cell)) return false;
      }
    }
    return true;
  };
  return repeats(y - 1) || repeats(y + rows);
}

function takeOutStrip(changes: Changes, { step, to }: Strip, width: number): void {
  if (step < 0) changes.removed = changes.removed.filter(({ y }) => y !== to);
  else changes.added = changes.added.filter(({ y }) => y !== to);
  for (let y = to; y < to + step; y += 1) {
    for (let column = 0; column < changes.columns; column += 1) {
      const cell = Math.floor(y / CELL) * changes.columns + column;
      const across = Math.min(CELL, width - column * CELL);
      changes.addedCells[cell] = Math.max(0, (changes.addedCells[cell] ?? 0) - across);
    }
  }
}

/** What is compared, and the row of the old image that each row of the new one is aligned with. */
interface Compared {
  before: Pixels;
  after: Pixels;
  changes: Changes;
  partners: Int32Array;
}

/** Changed pixels of one column of cells, in rows `top` up to but excluding `bottom`. */
interface Piece {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Returns what changed in a column of cells, split where `MAX_ROWS` rows did not change, as between lines of text. */
function piecesIn({ after, changes }: Compared, column: number): Piece[] {
  const [left, right] = [column * CELL, Math.min(after.width, (column + 1) * CELL)];
  const pieces: Piece[] = [];
  for (let y = 0; y < after.height; y += 1) {
    if (changes.cells[Math.floor(y / CELL) * changes.columns + column] === 0) {
      y += CELL - 1 - (y % CELL);
      continue;
    }
    if (!changes.mask.subarray(y * after.width + left, y * after.width + right).includes(1)) continue;
    const last = pieces.at(-1);
    if (last !== undefined && y - last.bottom < MAX_ROWS) last.bottom = y + 1;
    else pieces.push({ left, right, top: y, bottom: y + 1 });
  }
  return pieces;
}

/** Returns whether all of a piece only moved by `shift` rows (old minus new): the pixels that came and those that went. */
function isMovedBy(
  shift: number,
  { before, after, changes, partners }: Compared,
  { left, right, top, bottom }: Piece,
): boolean {
  for (let y = top; y < bottom; y += 1) {
    const old = partners[y] ?? -1;
    for (let x = left; x < right; x += 1) {
      if (changes.mask[y * after.width + x] !== 1) continue;
      if (old < 0 || old === y || Math.abs(old - y - shift) > MAX_ROWS || x >= before.width) return false;
      const came = before.words[(y + shift) * before.width + x];
      const went = after.words[(old - shift) * after.width + x];
      if (came === undefined || differs(after.words[y * after.width + x] ?? 0, came)) return false;
      if (went === undefined || differs(before.words[old * before.width + x] ?? 0, went)) return false;
    }
  }
  return true;
}

/** Returns whether all of a piece moved with its rows, and only its edges are smoothed differently at the new place. */
function isDrawnAnew({ before, after, changes, partners }: Compared, { left, right, top, bottom }: Piece): boolean {
  for (let y = top; y < bottom; y += 1) {
    const old = partners[y] ?? -1;
    for (let x = left; x < right; x += 1) {
      if (changes.mask[y * after.width + x] !== 1) continue;
      if (old < 0 || old === y || x >= before.width || !isSmoothed([before, x, old], [after, x, y])) return false;
    }
  }
  return true;
}

function takeOutPiece({ after, changes }: Compared, { left, right, top, bottom }: Piece): void {
  for (let y = top; y < bottom; y += 1) {
    const cell = Math.floor(y / CELL) * changes.columns + left / CELL;
    for (let at = y * after.width + left; at < y * after.width + right; at += 1) {
      if (changes.mask[at] !== 1) continue;
      changes.mask[at] = 0;
      changes.cells[cell] = (changes.cells[cell] ?? 0) - 1;
      changes.changed -= 1;
    }
  }
}

/**
 * Removes from the changes what only rounding changed. Where content moved by a fraction of a pixel, some lines and
 * words fall on the pixel before or after: they are off from their surroundings by one, and so is the space around them.
 * What is off by so little where nothing else moved stays a change.
 * `still`: 1 for each cell that did not move.
 */
export function takeOutRounding(
  before: Pixels,
  after: Pixels,
  runs: readonly Run[],
  changes: Changes,
  still: Uint8Array | null,
): void {
  if (runs.every(({ from, to }) => from === to)) return;
  const differed = Uint8Array.from(changes.cells, (count) => Number(count > 0));
  const compared = { before, after, changes, partners: partnersOf(runs, after.height) };
  for (let column = 0; column < changes.columns; column += 1) {
    for (const piece of piecesIn(compared, column)) {
      const shift = (compared.partners[piece.top] ?? 0) - piece.top;
      const isOff = STEPS.some((step) => step !== -shift && isMovedBy(shift + step, compared, piece));
      if (isOff || isDrawnAnew(compared, piece)) takeOutPiece(compared, piece);
    }
  }
  const isOther = (cell: number): boolean => differed[cell] === 1 || still?.[cell] === 1;
  const strips = runs.slice(1).map((below, at) => {
    const strip = stripBetween(runs[at] as Run, below);
    const isSmall = strip !== null && Math.abs(strip.step) <= MAX_ROWS;
    return isSmall && isSpacing(strip.step > 0 ? after : before, strip, changes.columns, isOther) ? strip : null;
  });
  for (let at = 0; at < strips.length; at += 1) {
    const [strip, next] = [strips[at], strips[at + 1]];
    if (strip == null) continue;
    const returns = next != null && next.step === -strip.step;
    if (returns || Math.abs(strip.step) === 1) takeOutStrip(changes, strip, after.width);
    if (!returns) continue;
    takeOutStrip(changes, next, after.width);
    at += 1;
  }
}
