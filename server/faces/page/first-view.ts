import type { Screenshot } from '../../contract/review.ts';

type Shown = Pick<Screenshot, 'url' | 'tile_height' | 'viewport' | 'page_url'>;

/** What a page shows first. */
export interface FirstView {
  shots: readonly Shown[];
  /** All that its first read would answer. */
  answer: object;
}

/** Where the page asks for a shot's picture, or for the first strip of a tall one. */
function pictureOf({ url, tile_height }: Shown): string {
  const { pathname } = new URL(url);
  return tile_height === null ? pathname : pathname.replace(/[^/]+$/, 'tile-0');
}

/** The shot that the page opens at a width, as `bestShot` of the page has it: the widest of its page that fits. */
function preloads(shots: readonly Shown[]): string {
  const [first] = shots;
  if (first === undefined) return '';
  const widthOf = (shot: Shown): number => shot.viewport?.width ?? 0;
  const widths = shots.filter((shot) => shot.page_url === first.page_url && widthOf(shot) < widthOf(first));
  const views = [first, ...widths.toSorted((a, b) => widthOf(b) - widthOf(a))].filter(
    (shot, at, all) => at === 0 || widthOf(shot) !== widthOf(all[at - 1] ?? first),
  );
  return views
    .map((shot, at) => {
      const above = views[at - 1];
      const bounds = [
        ...(at < views.length - 1 ? [`(min-width: ${widthOf(shot)}px)`] : []),
        ...(above === undefined ? [] : [`(max-width: ${widthOf(above) - 0.02}px)`]),
      ];
      const media = bounds.length === 0 ? '' : ` media="${bounds.join(' and ')}"`;
      return `<link rel="preload" as="image" fetchpriority="high" href="${pictureOf(shot)}"${media}>`;
    })
    .join('');
}

/** JSON that no HTML parser can leave: a page's words may hold anything. */
const inert = (answer: object): string =>
  JSON.stringify(answer).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/**
 * Lays into a built page what its script would ask for first, so that the first picture is under way before the script
 * is. @returns how to make the HTML for a view; it is data, not script: the page's policy stays as it is
 */
export function createFirstView(built: Buffer): (first: FirstView) => Buffer {
  const html = built.toString();
  const head =
    html.indexOf('<link rel="stylesheet"') < 0
      ? html.indexOf('</head>')
      : html.search(/<script |<link rel="stylesheet"/);
  const end = html.lastIndexOf('</body>');
  if (head < 0 || end < 0) throw new Error('A built page has no head or body');
  return ({ shots, answer }) => {
    const data = `<script type="application/json" id="first-view">${inert(answer)}</script>`;
    return Buffer.from(html.slice(0, head) + preloads(shots) + html.slice(head, end) + data + html.slice(end));
  };
}
