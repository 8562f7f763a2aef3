import type { Page } from 'playwright-core';
import { startDeadline } from './deadline.ts';
import { readElements } from './element-list.ts';
import { mapInPage } from './in-page/element-map.ts';
import { domKit } from './in-page/element-map-dom.ts';
import { htmlKit } from './in-page/element-map-html.ts';
import { namesKit } from './in-page/element-map-names.ts';
import { selectorsKit } from './in-page/element-map-selectors.ts';
import { visibleKit } from './in-page/element-map-visible.ts';
import { isFields } from './said.ts';
import { openWorld, type World } from './world.ts';

const mostElements = 1_500;
const mostBytes = 1_500_000;
const inPageMs = 3_000;
/** With what the page itself takes to be ready to answer */
const limitMs = 8_000;

/** A visible element of a captured page. Lengths: name 200, text 300 characters, `outer_html` 2 KB. */
export interface CapturedElement {
  /**
   * CSS, best first, at most five, with how many elements each matches. Inside an open shadow tree `host >>> inner`:
   * `host` matches one element in its own root, `inner` is counted inside that element's shadow root; with several
   * levels, several `>>>`. Puppeteer reads it as it is; for Playwright, whose CSS looks into open shadow trees by
   * itself, write `>>` for `>>>`, without a leading `:host >`.
   */
  selectors: { selector: string; matches: number }[];
  tag: string;
  role: string | null;
  accessible_name: string | null;
  /** What can be read in it, white space collapsed; never what was typed in */
  text: string;
  /** Without scripts, comments and values of fields; what does not fit is replaced by `…` */
  outer_html: string;
  /** What can be seen of it, in CSS pixels from the page's upper left corner */
  box: { x: number; y: number; width: number; height: number };
  /** A few computed styles, those that differ from a browser's own */
  styles: Record<string, string>;
  /** Place of the closest listed ancestor in the list; null at the top */
  parent: number | null;
}

interface MapLimits {
  /** Of the picture, in CSS pixels */
  width: number;
  height: number;
  /** Milliseconds inside the page. Default: 3,000 */
  timeMs?: number;
}

export interface ElementsRead {
  elements: CapturedElement[];
  /** False where time ran out before every element was read, or the page resists */
  isInTime: boolean;
  /** The page has more elements than the map may hold */
  isCut: boolean;
}

/** All of it as one expression: a world made for it knows nothing of this module. */
function expressionFor(limits: MapLimits): string {
  const kits = { domKit, visibleKit, namesKit, selectorsKit, htmlKit };
  const parts = Object.entries(kits).map(([name, kit]) => `${name}: ${kit}`);
  const all = { timeMs: inPageMs, ...limits, mostElements, mostBytes };
  return `(${mapInPage})({ ${parts.join(',\n')} }, ${JSON.stringify(all)})`;
}

/**
 * The visible elements of a page in document order, ancestors before what is in them, open shadow trees included;
 * frames are one element each. At most 1,500 elements and 1.5 MB, those that people use and read first. Never rejects,
 * and ends within 8 s: a page that cannot be mapped has an empty map. Asked in `known`, a world of the document on the screen, or in one of its own.
 */
export async function mapElements(page: Page, limits: MapLimits, known?: World): Promise<ElementsRead> {
  const nothing: ElementsRead = { elements: [], isInTime: false, isCut: false };
  const deadline = startDeadline(limitMs, () => new Error('The page does not let itself be mapped.'));
  try {
    const world = known ?? (await deadline.race(openWorld(page)));
    const said = await deadline.race(world.ask(expressionFor(limits), inPageMs * 2));
    if (!isFields(said)) return nothing;
    const elements = readElements(said.found, { ...limits, mostElements, mostBytes });
    return { elements, isInTime: said.isInTime === true, isCut: said.isCut === true };
  } catch {
    return nothing;
  } finally {
    deadline.clear();
  }
}
