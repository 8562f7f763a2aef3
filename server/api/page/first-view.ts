import { setImmediate } from 'node:timers/promises';
import { needsLook } from '../../contract/needs-look.ts';
import type { Screenshot } from '../../contract/review.ts';

type Shown = Pick<Screenshot, 'url' | 'tile_height' | 'viewport' | 'page_url' | 'width' | 'height'> &
  // Guests see no base.
  Partial<Pick<Screenshot, 'base_change'>>;

/** What a page shows before its script has read anything. */
export interface FirstView {
  shots: readonly Shown[];
  /** The whole answer to the page's first read. */
  answer: object;
}

/** Returns the address of a screenshot's image, or of the first strip of a tall one. */
function imageOf({ url, tile_height }: Shown): string {
  const { pathname } = new URL(url);
  return tile_height === null ? pathname : pathname.replace(/[^/]+$/, 'tile-0');
}

interface View {
  shot: Shown;
  /** The media query of the screens on which the page opens it; empty: all screens. */
  media: string;
}

/**
 * Returns the screenshots that the page opens, each with its screens, in the same way as the page's `bestShot`: the
 * widest screenshot of a page that fits, among those that changed since the base if any did.
 */
function viewsOf(all: readonly Shown[]): View[] {
  const changed = all.filter((shot) => needsLook(shot));
  const shots = changed.length > 0 ? changed : all;
  const [first] = shots;
  if (first === undefined) return [];
  const widthOf = (shot: Shown): number => shot.viewport?.width ?? 0;
  const widths = shots.filter((shot) => shot.page_url === first.page_url && widthOf(shot) < widthOf(first));
  const views = [first, ...widths.toSorted((a, b) => widthOf(b) - widthOf(a))].filter(
    (shot, at, all) => at === 0 || widthOf(shot) !== widthOf(all[at - 1] ?? first),
  );
  return views.map((shot, at) => {
    const above = views[at - 1];
    const bounds = [
      ...(at < views.length - 1 ? [`(min-width: ${widthOf(shot)}px)`] : []),
      ...(above === undefined ? [] : [`(max-width: ${widthOf(above) - 0.02}px)`]),
    ];
    return { shot, media: bounds.join(' and ') };
  });
}

const mediaOf = ({ media }: View): string => (media === '' ? '' : ` media="${media}"`);

const preload = (view: View): string =>
  `<link rel="preload" as="image" fetchpriority="high" href="${imageOf(view.shot)}"${mediaOf(view)}>`;

/** Returns the CSS pixels of what is drawn first: for a tall screenshot its first strip. */
function sizeOf({ width, height, tile_height, viewport }: Shown): string {
  const scale = viewport?.scale ?? 1;
  return `width="${Math.round(width / scale)}" height="${Math.round((tile_height ?? height) / scale)}"`;
}

/** Returns the HTML of the image where the page will draw it, until its script runs. */
function firstScreenshot(views: readonly View[]): string {
  const last = views.at(-1);
  if (last === undefined) return '';
  const others = views.slice(0, -1);
  const sources = others.map((view) => `<source${mediaOf(view)} srcset="${imageOf(view.shot)}" ${sizeOf(view.shot)}>`);
  const image = `<img src="${imageOf(last.shot)}" ${sizeOf(last.shot)} alt="" decoding="sync" fetchpriority="high" elementtiming="first-screenshot">`;
  return `<div class="first-screenshot" aria-hidden="true"><picture>${sources.join('')}${image}</picture></div>`;
}

/** Returns the HTML of the first image of a page that opens with these screenshots; empty without any. */
export const firstScreenshotOf = (shots: readonly Shown[]): string => firstScreenshot(viewsOf(shots));

/** Returns JSON that an HTML parser cannot break out of, because a page's texts may contain anything. */
const inert = (answer: object): string =>
  JSON.stringify(answer).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/**
 * The place for the first image in a built page. The guests' page has none, because its own text comes above the image.
 */
const PLACEHOLDER = '<div class="first-screenshot"></div>';

/** A built page of one kind of link. Each form takes a key that the page sends back. */
export interface ReviewPage {
  /** Returns the page without a review. */
  plain(key: string | null): Buffer;
  /**
   * Returns the page with what its script would request first, and with the first image itself, so that it is visible
   * before the script runs. What stands above the image is sent before the review is read: the browser prepares it
   * meanwhile, and shows the image 15 ms of 100 earlier (`npm run bench -- page`). All of it is data, not script, so the
   * page's policy stays as it is.
   */
  withFirst(key: string | null, read: () => Promise<FirstView | null>): AsyncGenerator<Buffer>;
}

/** Prepares a built page. @throws Error when it has no head or body */
export function createReviewPage(built: Buffer): ReviewPage {
  const html = built.toString();
  const head = html.indexOf('</head>');
  const end = html.lastIndexOf('</body>');
  if (head < 0 || end < head) throw new Error('A built page has no head or body');
  const placeholder = html.indexOf(PLACEHOLDER);
  const above = placeholder < 0 ? html.slice(head, end) : html.slice(head, placeholder);
  const below = placeholder < 0 ? '' : html.slice(placeholder + PLACEHOLDER.length, end);
  const opening = (key: string | null) =>
    html.slice(0, head) + (key === null ? '' : `<meta name="page-key" content="${key}">`);

  return {
    plain: (key) => Buffer.from(opening(key) + html.slice(head)),
    async *withFirst(key, read) {
      yield Buffer.from(opening(key) + above);
      // What was yielded leaves with the next turn, before the queries are prepared.
      await setImmediate();
      const first = await read();
      const views = viewsOf(first?.shots ?? []);
      const screenshot = placeholder < 0 ? views.map(preload).join('') : firstScreenshot(views);
      const data =
        first === null ? '' : `<script type="application/json" id="first-view">${inert(first.answer)}</script>`;
      yield Buffer.from(screenshot + below + data + html.slice(end));
    },
  };
}
