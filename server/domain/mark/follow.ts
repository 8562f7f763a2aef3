import type { Element } from '../../contract/element.ts';
import type { MarkPosition } from '../../contract/mark.ts';
import type { BoxPair, ChangeMap, ElementMap } from '../port-types.ts';
import { elementPair, type Scaled } from './element-pair.ts';
import { findAgain } from './find-again.ts';
import { type ChangeKind, isStill, regionShare } from './region-share.ts';
import { carryPlace, type Place, regionOf, type ShotSize } from './rules.ts';

/** CSS pixels²: a quarter of a screen of 1440 × 900. A larger element hardly shows where in it a mark belongs. */
const largeArea = (1440 * 900) / 4;
/** CSS pixels around a mark that identify its place when the marked thing itself has changed. */
const SURROUNDINGS = 48;

/** Moves a place inside the image, at its full size if it fits. */
function inside({ x, y, width, height }: Place): Place {
  const within = (at: number, size: number) => Math.min(Math.max(0, at), Math.max(0, 1 - size));
  const share = (size: number | null) => (size === null ? null : Math.min(1, Math.max(0, size)));
  const [w, h] = [share(width), share(height)];
  return { x: within(x, w ?? 0), y: within(y, h ?? 0), width: w, height: h };
}

/**
 * Returns the same place in the element, scaled with it; null when it is too uncertain where in the element that is.
 */
function withElement({ place, from, to }: FollowInput, was: Scaled, now: Scaled): Place | null {
  const resized = Math.abs(was.box.width - now.box.width) > 2 || Math.abs(was.box.height - now.box.height) > 2;
  const [w, h] = [was.box.width * was.scale, was.box.height * was.scale];
  const isLarge = [was, now].some(({ box }) => box.width * box.height > largeArea);
  const isWhole = ((place.width ?? 0) * from.width * (place.height ?? 0) * from.height) / (w * h) > 0.8;
  if (w <= 0 || h <= 0 || (isLarge && resized && !isWhole)) return null;
  const across = (now.box.width * now.scale) / w;
  const down = (now.box.height * now.scale) / h;
  return inside({
    x: (now.box.x * now.scale + (place.x * from.width - was.box.x * was.scale) * across) / to.width,
    y: (now.box.y * now.scale + (place.y * from.height - was.box.y * was.scale) * down) / to.height,
    width: place.width === null ? null : (place.width * from.width * across) / to.width,
    height: place.height === null ? null : (place.height * from.height * down) / to.height,
  });
}

/** Returns where a row of the earlier image is on the new one; for a removed row, where it would be. In pixels. */
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

/** The input of `follow`: a mark of an earlier pass, and both screenshots. */
export interface FollowInput {
  place: Place;
  kind: 'point' | 'box';
  /** The element under the mark on the earlier pass */
  element: Element | null;
  from: ShotSize;
  to: ShotSize;
  before: ElementMap | null;
  after: ElementMap | null;
  change: { kind: ChangeKind; map: ChangeMap | null };
}

/** Where a mark is now, how certain that is, and its element as it is now, or as it was last seen. */
export interface Followed {
  place: Place;
  position: MarkPosition;
  element: Element | null;
  /** What the mark shows of its element before and after, for comparing; null where they cannot be compared */
  pair: BoxPair | null;
}

/** Returns the place at the same distance from the upper left corner. */
function withoutRows({ place, from, to }: FollowInput): Place {
  const carried = carryPlace(place, from, to);
  // Carries the corner only, so that nothing is cut off: a box keeps its size, and moves inwards from the edge.
  const { width, height } = carryPlace({ ...place, x: 0, y: 0 }, from, to);
  return { ...carried, width, height };
}

/** Returns the same place on the image, moved with the rows around it. */
function withRows(input: FollowInput): Place {
  const { place, from, to, change } = input;
  const whole = withoutRows(input);
  const isSameRatio = from.pixelRatio === null || to.pixelRatio === null || from.pixelRatio === to.pixelRatio;
  const rows = change.map?.rows ?? [];
  // When one column of a row moved, another may have stayed.
  if (rows.length === 0 || !isSameRatio || isStillAt(change.map, whole, to)) return inside(whole);
  const middle = (place.y + (place.height ?? 0) / 2) * from.height;
  const y = rowAfter(rows, middle, to.height) / to.height - (whole.height ?? 0) / 2;
  return inside({ ...whole, y });
}

function isStillAt(map: ChangeMap | null, place: Place, shot: ShotSize): boolean {
  const { x, y, width, height } = regionOf(place, shot);
  const [across, down] = [shot.width, shot.height];
  return map !== null && isStill(map, { x: x * across, y: y * down, width: width * across, height: height * down });
}

/** Returns whether the image alone shows that the marked thing is here: it is unchanged, or everything around it is. */
function isSeenHere(input: FollowInput, place: Place): boolean {
  const { change, to } = input;
  const share = (each: Place) => regionShare(change.map, change.kind, each, to, to.pixelRatio);
  const region = regionOf(place, to);
  // When the mark moved with its rows, whatever stayed at its old place is something else.
  const moved = Math.abs(place.y - withoutRows(input).y) * to.height >= 1;
  if (moved && isStillAt(change.map, place, to)) return false;
  const own = share(region);
  if (own === null || own === 0) return own === 0;
  const [x, y] = [(SURROUNDINGS * (to.pixelRatio ?? 1)) / to.width, (SURROUNDINGS * (to.pixelRatio ?? 1)) / to.height];
  const left = Math.max(0, region.x - x);
  const top = Math.max(0, region.y - y);
  const width = Math.min(1, region.x + region.width + x) - left;
  const height = Math.min(1, region.y + region.height + y) - top;
  const all = share({ x: left, y: top, width, height }) ?? 1;
  const changedAround = all * width * height - own * region.width * region.height;
  return changedAround < 0.01 * (width * height - region.width * region.height);
}

/**
 * Returns where a mark of an earlier pass is on this pass's screenshot: on its element, if that is found again; else
 * moved with the rows around it; else at the same distance from the upper left corner. Always inside the screenshot.
 */
export function follow(input: FollowInput): Followed {
  const { element, before, after, change } = input;
  const place = withRows(input);
  const again =
    element === null || after === null || after.elements.length === 0 ? null : findAgain(element, before, after);
  if (again !== null && typeof again === 'object' && element !== null && after !== null && before !== null) {
    const was = { box: element.box, scale: before.scale };
    const now = { box: again.element.box, scale: after.scale };
    const there = withElement(input, was, now);
    if (there === null) return { place, position: 'uncertain', element: again.element, pair: null };
    const pair = elementPair(input.place, input.from, was, now);
    return { place: there, position: 'exact', element: again.element, pair };
  }
  if (again === 'removed' && change.kind !== 'identical')
    return { place, position: 'element_removed', element, pair: null };
  // Another element may have taken the place of one that is in doubt.
  const isSeen = change.kind === 'identical' || (again === null && isSeenHere(input, place));
  return { place, position: isSeen ? 'exact' : 'uncertain', element, pair: null };
}
