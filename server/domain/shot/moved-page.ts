import { byLabel } from '../../contract/by-label.ts';
import type { ElementMap } from '../port-types.ts';
import type { Maps } from './element-file.ts';
import type { ShotRow } from './store.ts';

/** The share of a page's lines that another must have to be it; of few lines, all but one are enough. */
const SAME_SHARE = 0.6;
/** By how many shared lines another page must exceed the page of the same number, if they share any */
const MORE_LINES = 2;

/** What a page of a document shows, for comparing it with others. */
export interface Page {
  number: number;
  sha256: string;
  map: { elements: readonly Pick<ElementMap['elements'][number], 'text'>[] } | null;
}

/** Returns the lines of a page. A line with its page number also has one without any number: it may name their count. */
function linesOf({ map, number }: Page): { text: string; plain: string }[] {
  const isNumbered = new RegExp(`(?<!\\d)${number}(?!\\d)`);
  return (map?.elements ?? [])
    .filter(({ text }) => text !== '')
    .map(({ text }) => ({ text, plain: isNumbered.test(text) ? text.replace(/\d+/g, '#') : text }));
}

/** Returns how many lines two pages share; infinitely many of the same image, as of a scanned page. */
function countShared(one: Page, other: Page): number {
  if (one.sha256 === other.sha256) return Number.POSITIVE_INFINITY;
  const left = linesOf(other);
  return linesOf(one).filter(({ text, plain }) => {
    const at = left.findIndex((line) => line.text === text || line.plain === plain);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  }).length;
}

/**
 * Returns the number of the page that a page became in another version of its document, because pages were inserted,
 * removed or reordered; null when it kept its number, or in doubt. A page that is the same in both versions is no other.
 */
export function movedTo(page: Page, beside: readonly Omit<Page, 'map'>[], others: readonly Page[]): number | null {
  const { length } = linesOf(page);
  const scores = others.map((other) => ({
    number: other.number,
    score: countShared(page, other),
    isKept: beside.some(({ number, sha256 }) => number === other.number && sha256 === other.sha256),
  }));
  const own = scores.find(({ number }) => number === page.number)?.score ?? 0;
  const [best, next] = scores
    .filter(({ number, isKept }) => number !== page.number && !isKept)
    .sort((one, other) => other.score - one.score);
  if (best === undefined || best.score === 0 || best.score === next?.score) return null;
  const isIt = best.score >= Math.min(length * SAME_SHARE, length - 1);
  return isIt && (own === 0 || best.score - own >= MORE_LINES) ? best.number : null;
}

/**
 * Returns which page of the earlier version each page of a document was, by their numbers. A page that stayed in doubt
 * keeps its number, unless another page has become the one of that number. Pages that are missing were not there.
 */
export function pagesBefore(before: readonly Page[], after: readonly Page[]): Map<number, number> {
  const became = before.map((page) => ({ page, to: movedTo(page, before, after) ?? page.number }));
  const found = after.flatMap((page): [number, number][] => {
    const [best] = became
      .filter(({ to }) => to === page.number)
      .map(({ page: { number }, page: was }) => ({ number, score: countShared(was, page) }))
      .sort((a, b) => (a.score === b.score ? Number(b.number === page.number) - 1 : b.score - a.score));
    return best === undefined ? [] : [[page.number, best.number]];
  });
  return new Map(found);
}

type Paged = Pick<ShotRow, 'label' | 'pageNumber' | 'sha256'>;

async function readPages<Shot extends Paged>(
  shots: readonly Shot[],
  read: (shot: Shot) => Promise<ElementMap | null>,
): Promise<(Page & { shot: Shot })[]> {
  const pages = shots.flatMap((shot) => (shot.pageNumber === null ? [] : [{ shot, number: shot.pageNumber }]));
  return Promise.all(
    pages.map(async ({ shot, number }) => ({ shot, number, sha256: shot.sha256, map: await read(shot) })),
  );
}

/**
 * Returns the labels that PDF pages had in another version of their document, where these are not their own; empty for
 * a page that it lacks.
 */
export async function labelsBefore<Was extends Paged, Is extends Paged>(
  [was, readWas]: [readonly Was[], (shot: Was) => Promise<ElementMap | null>],
  [is, readIs]: [readonly Is[], (shot: Is) => Promise<ElementMap | null>],
): Promise<Map<Is, string>> {
  const isPage = ({ pageNumber }: Paged) => pageNumber !== null;
  if (!was.some(isPage) || !is.some(isPage)) return new Map();
  const [before, after] = await Promise.all([readPages(was, readWas), readPages(is, readIs)]);
  const numbers = pagesBefore(before, after);
  return new Map(
    after.flatMap(({ shot, number }): [Is, string][] => {
      const earlier = before.find((page) => page.number === numbers.get(number));
      return earlier?.number === number ? [] : [[shot, earlier?.shot.label ?? '']];
    }),
  );
}

/** Returns the screenshots of a pass by the key that pairs them with those of the previous one. */
export const byLabelBefore = <Shot extends Pick<ShotRow, 'label' | 'labelBefore'>>(shots: readonly Shot[]) =>
  byLabel(shots, ({ label, labelBefore }) => labelBefore ?? label);

/** Returns the screenshots of a pass by the key that pairs them with those of its base. */
export const byBaseLabel = <Shot extends Pick<ShotRow, 'label' | 'baseLabel'>>(shots: readonly Shot[]) =>
  byLabel(shots, ({ label, baseLabel }) => baseLabel ?? label);

/**
 * Returns the screenshot of the PDF page that a page of another pass became; undefined for other screenshots, and when
 * it kept its number. `beside` are the screenshots of its own pass.
 */
export async function movedPage<Shot extends ShotRow>(
  maps: Maps,
  from: ShotRow,
  beside: readonly ShotRow[],
  own: readonly Shot[],
): Promise<Shot | undefined> {
  if (from.pageNumber === null) return undefined;
  const known = ({ pageNumber, sha256 }: ShotRow) => ({ number: pageNumber ?? 0, sha256 });
  const read = async (shot: ShotRow): Promise<Page> => ({ ...known(shot), map: await maps(shot) });
  const number = movedTo(await read(from), beside.map(known), await Promise.all(own.map(read)));
  return own.find(({ pageNumber }) => pageNumber !== null && pageNumber === number);
}
