import type { Element } from '../../contract/element.ts';
import type { ChangeMap, ElementMap, PixelBox } from '../port-types.ts';
import { carryPlace, type Place, POINT_REGION, type ShotSize } from './rules.ts';
import { sameElement } from './same-element.ts';

/** CSS pixels²: a quarter of a screen of 1440 × 900. What is larger says little about where in it a mark belongs. */
const largeArea = (1440 * 900) / 4;

/** Inside the picture, whole if that can be. */
function inside({ x, y, width, height }: Place): Place {
  const within = (at: number, size: number) => Math.min(Math.max(0, at), Math.max(0, 1 - size));
  const share = (size: number | null) => (size === null ? null : Math.min(1, Math.max(0, size)));
  const [w, h] = [share(width), share(height)];
  return { x: within(x, w ?? 0), y: within(y, h ?? 0), width: w, height: h };
}

/** With an element that was found again: at the same place in it, grown with it. Null when there is none. */
function withElement(input: FollowInput): Place | null {
  const { place, element, from, to, fromScale, map } = input;
  if (element === null || map === null || fromScale === null) return null;
  const was = element.box;
  if (was.width <= 0 || was.height <= 0 || was.width * was.height > largeArea) return null;
  const now = sameElement(element, map)?.box;
  if (now === undefined || now.width * now.height > largeArea) return null;
  const [across, down] = [now.width / was.width, now.height / was.height];
  const left = (place.x * from.width) / fromScale - was.x;
  const top = (place.y * from.height) / fromScale - was.y;
  const width =
    place.width === null ? null : (((place.width * from.width) / fromScale) * across * map.scale) / to.width;
  const height =
    place.height === null ? null : (((place.height * from.height) / fromScale) * down * map.scale) / to.height;
  const x = ((now.x + left * across) * map.scale) / to.width;
  const y = ((now.y + top * down) * map.scale) / to.height;
  return inside({ x, y, width, height });
}

/** Where a row of the earlier picture is on the new one; one that is gone, where it would be. In pixels. */
function rowAfter(rows: ChangeMap['rows'], row: number, height: number): number {
  let from = 0;
  let to = 0;
  for (const run of rows) {
    if (row < run.from) return Math.min(to + (row - from), run.to);
    if (row < run.from + run.length) return run.to + (row - run.from);
    from = run.from + run.length;
    to = run.to + run.length;
  }
  return Math.min(to + (row - from), height);
}

/** What a mark of the parent pass is followed by. Scales in pixels of the picture per CSS pixel. */
export interface FollowInput {
  place: Place;
  kind: 'point' | 'box';
  element: Element | null;
  from: ShotSize;
  to: ShotSize;
  fromScale: number | null;
  /** Of the new shot */
  map: ElementMap | null;
  change: ChangeMap | null;
}

/**
 * Where a mark of the parent pass lies on this pass's shot: on its element, if that is found again; else with the rows
 * around it; else at the same distance from the upper left corner. Always inside the picture.
 */
export function follow(input: FollowInput): Place {
  const { place, from, to, change } = input;
  const found = withElement(input);
  if (found !== null) return found;
  const carried = carryPlace(place, from, to);
  // Measured at the corner, where nothing is cut off: a box keeps its size, and moves in from the edge instead.
  const { width, height } = carryPlace({ ...place, x: 0, y: 0 }, from, to);
  const whole = { ...carried, width, height };
  const isSameRatio = from.pixelRatio === null || to.pixelRatio === null || from.pixelRatio === to.pixelRatio;
  if (change === null || change.rows.length === 0 || !isSameRatio) return inside(whole);
  const middle = (place.y + (place.height ?? 0) / 2) * from.height;
  const y = rowAfter(change.rows, middle, to.height) / to.height - (whole.height ?? 0) / 2;
  return inside({ ...whole, y });
}

/** Rows of the earlier picture that are gone from between the rows `top` and `bottom` of the new one. */
function rowsGone(rows: ChangeMap['rows'], top: number, bottom: number): number {
  let gone = 0;
  let [from, to] = [0, 0];
  for (const run of rows) {
    const less = run.from - from - (run.to - to);
    if (less > 0 && run.to >= top && to <= bottom) gone += less;
    [from, to] = [run.from + run.length, run.to + run.length];
  }
  return gone;
}

/** What of `region` differs, by the cells it covers, those at its edges in part. Pixels of the new picture. */
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
      // The last cells of a picture are as large as what is left of it.
      const cellRight = Math.min(change.width, (column + 1) * cell);
      const cellBottom = Math.min(change.height, (row + 1) * cell);
      const size = (cellRight - column * cell) * (cellBottom - row * cell);
      const width = Math.min(right, cellRight) - Math.max(x, column * cell);
      const height = Math.min(bottom, cellBottom) - Math.max(y, row * cell);
      changed += ((cells[row * columns + column] ?? 0) * (width * height)) / size;
    }
  }
  const gone = rowsGone(change.rows, y, bottom) * (right - x);
  return Math.min(1, (changed + gone) / ((right - x) * (bottom - y) + gone));
}

/**
 * Share of pixels that changed where a mark is, 0..1: in its box, or in 96 × 96 CSS pixels around its point. Null where
 * there is nothing to compare with. `shot` in pixels; without a pixel ratio a pixel counts as a CSS pixel.
 */
export function regionShare(
  change: ChangeMap | null,
  kind: 'new' | 'identical' | 'changed' | null,
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
  // A box thinner than a pixel is looked at as one.
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
