import type { Element } from '../../contract/element.ts';
import { Viewport } from '../../contract/source.ts';
import type { ElementMap, MarkedElement } from '../port-types.ts';
import type { Ports } from '../ports.ts';
import { changeOf, pixelRatioOf, readAreas, sizeOf } from '../shot/change.ts';
import type { Maps } from '../shot/element-file.ts';
import { sourcesOf } from '../shot/element-sources.ts';
import type { ComparedShot, ShotRow } from '../shot/store.ts';
import { elementAt, sameElement, toElement } from './element.ts';
import { type Followed, type FollowInput, follow, settle } from './follow.ts';
import { regionShare } from './region-share.ts';
import type { Place } from './rules.ts';
import type { SameElement, Under } from './store.ts';

/** How many other views of a page are searched for the same element. */
const MAX_OTHERS = 5;

/** Returns whether a screenshot is a view of an email: these have the names below, and no address. */
const isEmail = ({ viewport, pageUrl }: ShotRow): boolean =>
  pageUrl === null && viewport !== null && Viewport.parse(viewport).name === 'email';

/** Returns whether two screenshots show the same thing: the views of one page, or of one email. */
function showSame(a: ShotRow, b: ShotRow): boolean {
  if (a.id === b.id || a.elementsKey === null || b.elementsKey === null) return false;
  if (a.pageNumber !== null || b.pageNumber !== null) return false;
  return a.pageUrl === null ? isEmail(a) && isEmail(b) : a.pageUrl === b.pageUrl;
}

/** Finds the element under a mark on the pass's other views of the same page. */
export async function elsewhere(
  element: Element,
  shot: ShotRow,
  shots: readonly ShotRow[],
  maps: Maps,
): Promise<SameElement[]> {
  const found: SameElement[] = [];
  for (const other of shots.filter((each) => showSame(shot, each)).slice(0, MAX_OTHERS)) {
    const map = await maps(other);
    const match = map === null ? null : sameElement(element, map);
    if (map === null || match === null) continue;
    const { x, y, width, height } = match.box;
    const [left, top] = [Math.round(x * map.scale), Math.round(y * map.scale)];
    const box = { x: left, y: top, width: Math.round(width * map.scale), height: Math.round(height * map.scale) };
    found.push({ shotId: other.id, box });
  }
  return found;
}

/** Returns the styles of an element that changed on a screenshot: their rules come first. */
function changedProperties({ selectors }: MarkedElement, shot: ComparedShot): string[] {
  return [...readAreas(shot.baseAreas), ...readAreas(shot.changeAreas)]
    .flatMap(({ causes }) => causes)
    .filter((cause) => selectors.some(({ selector }) => selector === cause.selector))
    .flatMap(({ styles }) => styles.map(({ property }) => property));
}

/** Returns an element of a map with where it comes from; one that is not in the map keeps what was known of it. */
function withSources(element: MarkedElement, map: ElementMap | null, shot: ComparedShot): MarkedElement {
  const { x, y, width, height } = element.box;
  const index =
    map?.elements.findIndex(
      ({ tag, box, outer_html: html }) =>
        tag === element.tag &&
        box.x === x &&
        box.y === y &&
        box.width === width &&
        box.height === height &&
        html === element.outer_html,
    ) ?? -1;
  const sources =
    map === null || index === -1 ? [] : sourcesOf(map, index, { properties: changedProperties(element, shot) });
  return sources.length === 0 ? element : { ...element, sources };
}

/**
 * Returns what lies under a mark on `shot`, where else on the pass it is, and how it differs from the previous pass. A
 * mark that was followed here keeps its element, whatever lies at its place now.
 */
export async function lookUnder(
  shot: ComparedShot,
  shots: readonly ShotRow[],
  place: Place,
  maps: Maps,
  known: Pick<Followed, 'position'> & Partial<Pick<Followed, 'element' | 'elementChanged' | 'share'>> = {
    position: 'exact',
  },
): Promise<Under> {
  const map = await maps(shot);
  const { position, share, elementChanged = false } = known;
  const mapped = map === null || position !== 'exact' ? null : elementAt(map, place, shot);
  const found = known.element ?? (mapped === null ? null : toElement(mapped));
  const element = found === null || position !== 'exact' ? found : withSources(found, map, shot);
  const { kind, map: change } = changeOf(shot);
  const changed = share === undefined ? regionShare(change, kind, place, shot, pixelRatioOf(shot)) : share;
  return {
    position,
    element,
    elementChanged: position === 'exact' && elementChanged,
    sameElement: element === null ? [] : await elsewhere(element, shot, shots, maps),
    changeShare: position === 'exact' ? changed : null,
  };
}

export const nothingUnder: Under = {
  position: 'exact',
  element: null,
  elementChanged: false,
  sameElement: [],
  changeShare: null,
};

/** Two screenshots of one label. Without `compared`, nothing is known about how `to` differs from `from`. */
export interface Step {
  from: ShotRow;
  to: ComparedShot;
  compared: boolean;
}

/**
 * Follows marks from one screenshot to a later one: by their elements, else by their pixels. Compares each with itself,
 * wherever it moved.
 */
export async function followOn(
  ports: Ports,
  maps: Maps,
  { from, to, compared }: Step,
  marks: readonly Pick<FollowInput, 'place' | 'kind' | 'element'>[],
): Promise<Followed[]> {
  const sides = { from: sizeOf(from), to: sizeOf(to), before: await maps(from), after: await maps(to) };
  const change = compared ? changeOf(to) : { kind: null, map: null };
  const inputs = marks.map(({ place, kind, element }) => ({ place, kind, element, ...sides, change }));
  const followed = inputs.map(follow);
  const open = followed.flatMap(({ search }, at) => (search === null ? [] : [{ search, at }]));
  const both = open.length === 0 ? [] : [ports.storage.find(from.storageKey), ports.storage.find(to.storageKey)];
  const [before, after] = await Promise.all(both);
  if (before == null || after == null) return followed;
  const found = await ports.images.findBoxes(
    before,
    after,
    open.map(({ search }) => search),
  );
  const results = new Map(open.map(({ at }, index) => [at, found[index] ?? null]));
  return followed.map((each, at) => {
    const [input, result] = [inputs[at], results.get(at)];
    return input === undefined || result === undefined ? each : settle(each, input, result);
  });
}
