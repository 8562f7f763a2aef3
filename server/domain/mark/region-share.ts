import type { ChangeMap, PixelBox } from '../port-types.ts';
import { type Place, POINT_REGION } from './rules.ts';

/** How a screenshot differs from the one before; null on a first pass. */
export type ChangeKind = 'new' | 'identical' | 'changed' | null;

/** Returns how many rows of the earlier image were removed between the rows `top` and `bottom` of the new one. */
function rowsRemoved(rows: ChangeMap['rows'], top: number, bottom: number): number {
  let removed = 0;
  let [from, to] = [0, 0];
  for (const run of rows) {
    const less = run.from - from - (run.to - to);
    if (less > 0 && run.to >= top && to <= bottom) removed += less;
    [from, to] = [run.from + run.length, run.to + run.length];
  }
  return removed;
}

/** Returns whether rows moved, but all of `region` stayed where it was. In pixels of the new image. */
export function isStill({ still, cell, columns, width, height }: ChangeMap, region: PixelBox): boolean {
  if (still === undefined) return false;
  const [right, bottom] = [Math.min(width, region.x + region.width), Math.min(height, region.y + region.height)];
  // The cells at the edges contain pixels outside the region too.
  const inside = (from: number, to: number): [number, number] => {
    const [first, last] = [Math.ceil(from / cell), Math.floor(to / cell)];
    return last > first ? [first, last] : [Math.floor((from + to) / 2 / cell), Math.floor((from + to) / 2 / cell) + 1];
  };
  const [left, end] = inside(Math.max(0, region.x), right);
  const [top, low] = inside(Math.max(0, region.y), bottom);
  for (let row = top; row < low; row += 1) {
    for (let column = left; column < end; column += 1) if (still[row * columns + column] !== 1) return false;
  }
  return true;
}

/**
 * Returns the changed pixels of `region`, from the cells it covers; cells at its edges count in part. In pixels of the
 * new image.
 */
function changedShare(change: ChangeMap, region: PixelBox): number {
  const { cell, columns, cells } = change;
  const x = Math.max(0, region.x);
  const y = Math.max(0, region.y);
  const right = Math.min(change.width, region.x + region.width);
  const bottom = Math.min(change.height, region.y + region.height);
  if (right <= x || bottom <= y) return 0;
  let changed = 0;
  for (let row = Math.floor(y / cell); row * cell < bottom; row += 1) {
    for (let column = Math.floor(x / cell); column * cell < right; column += 1) {
      // The last cells of a row or column may be smaller.
      const cellRight = Math.min(change.width, (column + 1) * cell);
      const cellBottom = Math.min(change.height, (row + 1) * cell);
      const size = (cellRight - column * cell) * (cellBottom - row * cell);
      const width = Math.min(right, cellRight) - Math.max(x, column * cell);
      const height = Math.min(bottom, cellBottom) - Math.max(y, row * cell);
      changed += ((cells[row * columns + column] ?? 0) * (width * height)) / size;
    }
  }
  const removed = isStill(change, { x, y, width: right - x, height: bottom - y })
    ? 0
    : rowsRemoved(change.rows, y, bottom) * (right - x);
  return Math.min(1, (changed + removed) / ((right - x) * (bottom - y) + removed));
}

/**
 * Returns the share of pixels that changed where a mark is, 0..1: in its box, or in 96 × 96 CSS pixels around its
 * point. Null where there is nothing to compare with. `shot` in pixels; without a pixel ratio a pixel counts as a CSS
 * pixel.
 */
export function regionShare(
  change: ChangeMap | null,
  kind: ChangeKind,
  place: Place,
  shot: { width: number; height: number },
  pixelRatio: number | null,
): number | null {
  if (kind === null || kind === 'new') return null;
  if (kind === 'identical') return 0;
  if (change === null) return null;
  const side = POINT_REGION * (pixelRatio ?? 1);
  const [x, y] = [place.x * shot.width, place.y * shot.height];
  if (place.width === null || place.height === null) {
    return changedShare(change, { x: x - side / 2, y: y - side / 2, width: side, height: side });
  }
  // A box thinner than a pixel counts as one pixel.
  const width = Math.max(1, place.width * shot.width);
  const height = Math.max(1, place.height * shot.height);
  const within = (at: number, size: number, all: number) => Math.max(0, Math.min(at, all - size));
  return changedShare(change, {
    x: within(x, width, change.width),
    y: within(y, height, change.height),
    width,
    height,
  });
}
