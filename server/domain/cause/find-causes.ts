import type { Cause } from '../../contract/cause.ts';
import { MAX_CAUSES } from '../../contract/cause-limit.ts';
import { pairElements } from '../element/pair-elements.ts';
import { isWithin, type Pairs, TOP } from '../element/side.ts';
import type { ChangeMap, DifferentArea, ElementMap, PixelBox } from '../port-types.ts';
import { findShifter } from './find-shifter.ts';
import { type Cuts, type OwnChange, ownChanges } from './own-changes.ts';
import { reachOf } from './reach.ts';
import { rowsBefore } from './rows-before.ts';
import { toCause } from './to-cause.ts';

/** The share of an area that a cause must cover to be the only one that explains it. */
const WHOLE = 0.98;
/** The share of an area that a cause covers at least. Less is an edge that touches it. */
const LEAST = 0.05;
/** What can show something else without its markup telling. */
const picture = /^(img|image|video|canvas|iframe|object|embed|picture)$/;

const sizeOf = ({ width, height }: PixelBox): number => width * height;

/** Returns the common size of two boxes, a pixel at least where they only touch: removed rows have no height. */
function common(a: PixelBox, b: PixelBox): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return across < 0 || down < 0 ? 0 : Math.max(1, across) * Math.max(1, down);
}

const scaled = ({ x, y, width, height }: PixelBox, scale: number): PixelBox => ({
  x: x * scale,
  y: y * scale,
  width: width * scale,
  height: height * scale,
});

interface Candidate {
  change: OwnChange;
  /** How much of the area it reaches, how much of it lies in the area, and how well both fit each other: 0..1 */
  covers: number;
  inside: number;
  fit: number;
}

/** How much of a page a capture has. */
interface Extent {
  /** The height of its image, in pixels */
  height: number;
  /** Whether more of the page follows below */
  isCut: boolean;
  /** Whether the page has more elements than the map */
  lacksElements: boolean;
}

/** Both captures of a page, and what their images have in common. */
export interface Captures {
  before: ElementMap;
  after: ElementMap;
  map: ChangeMap | null;
  extents?: { before: Extent; after: Extent };
}

/** Returns the part of each image in which an area shows: of removed rows, where these were. */
function windowsOf(area: DifferentArea, { map, extents }: Captures): { before: PixelBox; after: PixelBox } {
  const { from, length } = rowsBefore(map, area, extents?.before.height);
  const { x, y, width, height } = area;
  return { before: { x, y: from, width, height: length }, after: { x, y, width, height } };
}

function candidates(area: DifferentArea, changes: readonly OwnChange[], pairs: Pairs, captures: Captures): Candidate[] {
  const windows = windowsOf(area, captures);
  return changes.flatMap((change) => {
    const sides = [
      ...(change.now === null || area.kind === 'removed'
        ? []
        : [{ window: windows.after, box: scaled(reachOf(pairs.after, change.now, change), captures.after.scale) }]),
      ...(change.old === null || area.kind === 'added'
        ? []
        : [{ window: windows.before, box: scaled(reachOf(pairs.before, change.old, change), captures.before.scale) }]),
    ];
    const [best] = sides
      .map(({ window, box }) => {
        const shared = common(window, box);
        const [all, own] = [Math.max(1, sizeOf(window)), Math.max(1, sizeOf(box))];
        return {
          change,
          covers: Math.min(1, shared / all),
          inside: sizeOf(box) < 1 ? 0 : shared / own,
          fit: shared / (all + own - shared),
        };
      })
      .sort((a, b) => b.fit - a.fit);
    return best === undefined || best.covers === 0 ? [] : [best];
  });
}

/**
 * Returns those that cover enough of the area, alone or with others of the same style, as the corners of many cards; then
 * the small facts that lie in it.
 */
function enough(found: readonly Candidate[], captures: Captures): { large: Candidate[]; small: Candidate[] } {
  const keyOf = ({ change }: Candidate) => (change.kind === 'style' ? JSON.stringify(change.styles) : change);
  const covered = new Map<string | OwnChange, number>();
  for (const each of found) covered.set(keyOf(each), (covered.get(keyOf(each)) ?? 0) + each.covers);
  const isLarge = (each: Candidate): boolean => (covered.get(keyOf(each)) ?? 0) >= LEAST;
  return {
    large: found.filter(isLarge),
    small: found.filter((each) => !isLarge(each) && each.inside >= WHOLE && isFact(each.change, captures)),
  };
}

const isRelated = (pairs: Pairs, one: OwnChange, other: OwnChange): boolean =>
  one.now !== null && other.now !== null
    ? isWithin(pairs.after, one.now, other.now) || isWithin(pairs.after, other.now, one.now)
    : false;

/** Less of a picture differs when it moved by a part of a pixel. */
const LEAST_PIXELS = 4;

/** Returns whether an element is where it was: what moved is drawn by other pixels. */
function isUnmoved({ before, after, earlier }: Pairs, now: number): boolean {
  const [was, is] = [before.elements[earlier[now] ?? TOP]?.box, after.elements[now]?.box];
  return was !== undefined && is !== undefined && JSON.stringify(was) === JSON.stringify(is);
}

/** Returns the innermost picture that fills an area. */
function pictureAt(pairs: Pairs, box: PixelBox, scale: number): number | undefined {
  if (Math.min(box.width, box.height) < LEAST_PIXELS) return undefined;
  const around = [...pairs.after.elements.entries()].filter(
    ([index, each]) =>
      picture.test(each.tag) && isUnmoved(pairs, index) && common(scaled(each.box, scale), box) >= sizeOf(box) * WHOLE,
  );
  return around.sort(([, a], [, b]) => sizeOf(a.box) - sizeOf(b.box))[0]?.[0];
}

/** Returns whether a change is one for certain, not what the elements only suggest. */
function isFact({ kind, isAround }: OwnChange, { extents }: Captures): boolean {
  if (kind === 'moved' || kind === 'resized' || isAround === true) return false;
  const lacking = kind === 'added' ? extents?.before : kind === 'removed' ? extents?.after : undefined;
  return lacking?.lacksElements !== true;
}

/** Returns whether the rows of an area came from below the end of the earlier image, or went below that of the later. */
function isAtCut({ kind, y, height }: DifferentArea, { extents }: Captures): boolean {
  if (extents === undefined || y + height < extents.after.height) return false;
  return kind === 'added' ? extents.before.isCut : kind === 'removed' && extents.after.isCut;
}

/** Returns whether a change can have moved an area's rows. What came removes no rows, and what went adds none. */
function couldMove(area: DifferentArea, { kind }: OwnChange, captures: Captures): boolean {
  const isOpposite = (area.kind === 'removed' && kind === 'added') || (area.kind === 'added' && kind === 'removed');
  return !isOpposite || isAtCut(area, captures);
}

/**
 * Returns where the elements show that an area moved: in it; of removed rows, and of rows that were below the end of the
 * earlier image, above it.
 */
function movedIn(area: DifferentArea, captures: Captures): PixelBox {
  const { y, height } = area;
  if (area.kind !== 'removed' && !isAtCut(area, captures)) return area;
  const rows = area.kind === 'removed' ? windowsOf(area, captures).before.height : height;
  return { ...area, y: y - rows, height: rows };
}

/** Returns where each capture is cut, in CSS pixels: nothing tells what is below. */
function cutsOf({ before, after, extents }: Captures): Cuts {
  const cut = (extent: Extent | undefined, { scale }: ElementMap) =>
    extent?.isCut === true ? extent.height / scale : null;
  return { before: cut(extents?.before, before), after: cut(extents?.after, after) };
}

/**
 * Returns why areas of a page differ between two captures of it, for each area the best first; none where the elements
 * do not tell.
 */
export function findCauses(areas: readonly DifferentArea[], captures: Captures): Cause[][] {
  const pairs = pairElements(captures.before, captures.after);
  const changes = ownChanges(pairs, cutsOf(captures));
  return areas.map((area) => {
    const found = candidates(area, changes, pairs, captures).sort((a, b) => b.fit - a.fit);
    const { large, small } = enough(found, captures);
    const causes = new Map<string, Cause>();
    if (large.length === 0) {
      const moved = { before: windowsOf(area, captures).before, after: movedIn(area, captures) };
      const scale = { before: captures.before.scale, after: captures.after.scale };
      const able = changes.filter((change) => couldMove(area, change, captures));
      const shifter = findShifter(moved, able, pairs, scale);
      if (shifter !== null && !small.some(({ change }) => change === shifter)) {
        const cause = toCause(pairs, shifter, { certain: false, elsewhere: true });
        causes.set(cause.summary, cause);
      }
    }
    for (const { change, covers } of [...large, ...small]) {
      if (causes.size === MAX_CAUSES) break;
      const cause = toCause(pairs, change, { certain: false, elsewhere: false });
      if (causes.has(cause.summary)) continue;
      const isAlone = large.every((other) => other.change === change || isRelated(pairs, change, other.change));
      const isCertain = isFact(change, captures) && isAlone && covers >= WHOLE;
      causes.set(cause.summary, isCertain ? { ...cause, certainty: 'certain' } : cause);
    }
    if (causes.size > 0) return [...causes.values()];
    const shown = area.kind === 'changed' ? pictureAt(pairs, area, captures.after.scale) : undefined;
    if (shown === undefined) return [];
    const image: OwnChange = { kind: 'image', old: pairs.earlier[shown] ?? TOP, now: shown, styles: [], text: null };
    return [toCause(pairs, image, { certain: false, elsewhere: false })];
  });
}
