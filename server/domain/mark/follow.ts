import type { Element } from '../../contract/element.ts';
import type { MarkPosition } from '../../contract/mark.ts';
import { hasSameRoleAndWords, isElementChanged } from '../element/evidence.ts';
import { pairElements } from '../element/pair-elements.ts';
import type { BoxSearch, ChangeMap, ElementMap, FoundBox, PixelBox } from '../port-types.ts';
import { elementAt, toElement } from './element.ts';
import { elementPair, type Scaled } from './element-pair.ts';
import { findAgain, placesOf } from './find-again.ts';
import { type ChangeKind, isStill, regionShare } from './region-share.ts';
import { carryPlace, type Place, regionOf, type ShotSize } from './rules.ts';

/** CSS pixels²: a quarter of a screen of 1440 × 900. A larger element hardly shows where in it a mark belongs. */
const largeArea = (1440 * 900) / 4;
/** The part of a point's region that is closest to it. */
const CORE = 0.4;
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
  /** Whether the element differs in something that its pixels may not show */
  elementChanged: boolean;
  /** What the images have to show: how the marked thing changed, and where it is if no element says so. */
  search: BoxSearch | null;
  /** The share of its pixels that changed; null where that is unknown */
  share: number | null;
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

const pixelsOf = ({ x, y, width, height }: NonNullable<ReturnType<typeof regionOf>>, shot: ShotSize): PixelBox => ({
  x: x * shot.width,
  y: y * shot.height,
  width: width * shot.width,
  height: height * shot.height,
});

/** Returns what to compare of a mark on an element that was found; null where the screenshots have different pixels. */
function ownSearch({ place, from, to }: FollowInput, there: Place, was: Scaled, now: Scaled): BoxSearch | null {
  if (was.scale !== now.scale) return null;
  const region = { before: pixelsOf(regionOf(place, from), from), after: pixelsOf(regionOf(there, to), to) };
  const { before, after } = elementPair(place, from, was, now) ?? region;
  return { before, core: before, guesses: [after], isKnown: true, scale: now.scale };
}

/** Returns where to look for a mark by its pixels; null where the images have different pixel sizes. */
function searchOf(input: FollowInput): BoxSearch | null {
  const { place, from, to } = input;
  if (from.pixelRatio !== to.pixelRatio) return null;
  const before = pixelsOf(regionOf(place, from), from);
  const [x, y] = [before.x - place.x * from.width, before.y - place.y * from.height];
  const guesses = [withRows(input), withoutRows(input)].map((guess) => {
    return { ...before, x: guess.x * to.width + x, y: guess.y * to.height + y };
  });
  const aside = place.width === null ? (before.width * (1 - CORE)) / 2 : 0;
  const core = {
    x: before.x + aside,
    y: before.y + aside,
    width: before.width - 2 * aside,
    height: before.height - 2 * aside,
  };
  return { before, core, guesses, isKnown: false };
}

/**
 * Returns where a mark of an earlier pass is on this pass's screenshot: on its element, if that is found again; else
 * moved with the rows around it; else at the same distance from the upper left corner. Always inside the screenshot.
 * Where only the images can show it, `search` says what to look for, and `settle` completes the answer.
 */
export function follow(input: FollowInput): Followed {
  const { element, before, after, change, to } = input;
  const place = withRows(input);
  const again =
    element === null || after === null || after.elements.length === 0 ? null : findAgain(element, before, after);
  const known = { place, element, elementChanged: false, search: null, share: null };
  if (again !== null && typeof again === 'object' && element !== null && after !== null && before !== null) {
    const was = { box: element.box, scale: before.scale };
    const now = { box: again.element.box, scale: after.scale };
    const there = withElement(input, was, now);
    if (there === null) return { ...known, position: 'uncertain', element: again.element };
    const search = ownSearch(input, there, was, now);
    const elementChanged = isElementChanged(element, again.element);
    const share = regionShare(change.map, change.kind, there, to, to.pixelRatio);
    return { place: there, position: 'exact', element: again.element, elementChanged, search, share };
  }
  if (change.kind === 'identical') return { ...known, position: 'exact', share: 0 };
  if (again === 'removed') return { ...known, position: 'element_removed' };
  if (again === 'uncertain') return { ...known, position: 'uncertain', search: searchOf(input) };
  const position = isSeenHere(input, place) ? 'exact' : 'uncertain';
  const share = position === 'exact' ? regionShare(change.map, change.kind, place, to, to.pixelRatio) : null;
  return { ...known, position, search: searchOf(input), share };
}

/**
 * Returns the element at a place if it cannot be told from the marked one, and is known to be no other: not paired with
 * an element of the earlier pass, and, where it `moved`, the only one of its kind.
 */
function sameElementAt({ before, after, to }: FollowInput, place: Place, element: Element, moved: boolean) {
  const there = after === null ? null : elementAt(after, place, to);
  if (there === null || after === null || before === null) return null;
  const { earlier } = pairElements(before, after);
  const isAlike = (each: Element) => each.tag === element.tag && hasSameRoleAndWords(each, element);
  const isOther = (at: number) => (earlier[at] ?? -1) !== -1 && !placesOf(element, before).includes(earlier[at] ?? -1);
  if (!isAlike(there) || isOther(after.elements.indexOf(there))) return null;
  const alike = after.elements.filter((each, at) => isAlike(each) && earlier[at] === -1);
  return moved && alike.length > 1 ? null : toElement(there);
}

/** Completes where a mark is and how it changed, with what its search found on the images. */
export function settle(followed: Followed, input: FollowInput, found: FoundBox | null): Followed {
  const { place: was, from, to } = input;
  const { search } = followed;
  if (search === null) return followed;
  if (found === null) return search.isKnown ? followed : { ...followed, position: 'uncertain', share: null };
  if (search.isKnown) return { ...followed, share: found.share ?? followed.share };
  const { x, y, width, height } = found.after;
  const place = inside(
    was.width === null || was.height === null
      ? {
          ...was,
          x: (was.x * from.width + x - search.before.x) / to.width,
          y: (was.y * from.height + y - search.before.y) / to.height,
        }
      : { x: x / to.width, y: y / to.height, width: width / to.width, height: height / to.height },
  );
  const moved = !search.guesses.some((guess) => Math.abs(guess.x - x) < 1 && Math.abs(guess.y - y) < 1);
  const element = followed.element === null ? null : sameElementAt(input, place, followed.element, moved);
  // Another element may have taken the place of one that is in doubt.
  if (followed.element !== null && element === null) return followed;
  return { ...followed, place, element, position: 'exact', share: found.share };
}
