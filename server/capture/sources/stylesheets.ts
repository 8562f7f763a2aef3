import type { CDPSession } from 'playwright-core';
import { isFields, readText } from '../page-data.ts';
import type { World } from '../world.ts';
import type { PageNames } from './css-rules.ts';
import { loadResource } from './load-resource.ts';
import { inlineMap, MAX_MAP_LENGTH, readSourceMap, type SourceMap } from './source-map.ts';

const maxSheets = 200;
const maxSheetLength = 1_000_000;
const maxLength = 2_500_000;
const maxMaps = 20;

export interface Sheet {
  text: string;
  /** Its address; that of the page for a style element */
  url: string;
  /** The file that it was made of, as the development server notes it on the style element; otherwise empty */
  note: string;
  isInline: boolean;
  /** What to add to lines and, on the first line, to columns: where a style element begins in its page */
  startLine: number;
  startColumn: number;
  map: SourceMap | null;
}

interface Header {
  styleSheetId: string;
  sourceURL: string;
  sourceMapURL?: string;
  isInline: boolean;
  origin: string;
  /** The browser's id of the style element */
  ownerNode?: number;
  startLine: number;
  startColumn: number;
  length: number;
}

async function listHeaders(session: CDPSession): Promise<Header[]> {
  const headers: Header[] = [];
  const add = ({ header }: { header: Header }) => void headers.push(header);
  session.on('CSS.styleSheetAdded', add);
  try {
    await session.send('DOM.enable');
    await session.send('CSS.enable');
  } finally {
    session.off('CSS.styleSheetAdded', add);
  }
  return headers.filter(({ origin, length }) => origin === 'regular' && length <= maxSheetLength).slice(0, maxSheets);
}

/** Sorts the sheets as the cascade does: linked ones are found by their address, style elements come in order. */
function sorted(headers: readonly Header[], hrefs: readonly string[]): Header[] {
  const linked = new Map(headers.map((header) => [header.isInline ? '' : header.sourceURL, header]));
  const own = headers.filter(({ sourceURL, isInline }) => isInline || sourceURL === '' || !hrefs.includes(sourceURL));
  const found = new Set<Header>();
  for (const href of hrefs) {
    const header = href === '' ? own.shift() : linked.get(href);
    if (header !== undefined) found.add(header);
  }
  return [...new Set([...found, ...own])];
}

/** Returns the file that Vite notes on the style element that it made of it; empty if it notes none. */
async function noteOn(session: CDPSession, backendNodeId: number | undefined): Promise<string> {
  if (backendNodeId === undefined) return '';
  const { node } = await session.send('DOM.describeNode', { backendNodeId });
  const { attributes = [] } = node;
  const at = attributes.findIndex((name, index) => index % 2 === 0 && name === 'data-vite-dev-id');
  return at === -1 ? '' : readText(attributes[at + 1], 1_000);
}

function absolute(address: string, base: string): string | null {
  try {
    return new URL(address, base).href;
  } catch {
    return null;
  }
}

const textsOf = (value: unknown): Set<string> =>
  new Set((Array.isArray(value) ? value : []).map((each) => readText(each, 300)));

/** Returns the path of an address on the page's own origin; null for others. */
function ownPath(address: string, page: string): string | null {
  const own = new URL(page).origin;
  return address.startsWith(`${own}/`) ? address.slice(own.length).replace(/[?#].*$/s, '') : null;
}

/**
 * Reads the texts and source maps of a page's stylesheets, within limits, in the order of the cascade; and the paths of
 * its own origin that the page loaded, and the classes and ids of its elements.
 */
export async function readSheets(
  session: CDPSession,
  world: World,
  page: string,
): Promise<{ sheets: Sheet[]; served: string[]; names: PageNames }> {
  const headers = await listHeaders(session);
  const answer = await world.run('listSheets');
  const given = isFields(answer) ? answer : {};
  const served = (Array.isArray(given.served) ? given.served : []).flatMap(
    (address) => ownPath(readText(address, 1_000), page) ?? [],
  );
  const hrefs = (Array.isArray(given.sheets) ? given.sheets : []).map((href) => readText(href, 2_000));
  const names = { classes: textsOf(given.classes), ids: textsOf(given.ids) };
  let left = maxLength;
  const chosen = sorted(headers, hrefs).filter(({ length }) => {
    left -= length;
    return left >= 0;
  });
  let maps = 0;
  const read = async (header: Header): Promise<Sheet | null> => {
    const { styleSheetId, sourceMapURL = '', isInline, startLine, startColumn } = header;
    const { text } = await session.send('CSS.getStyleSheetText', { styleSheetId });
    // A comment of the stylesheet can name anything as its address.
    const url = URL.canParse(header.sourceURL) ? header.sourceURL : page;
    const inline = inlineMap(sourceMapURL);
    const address = inline === null && sourceMapURL !== '' ? absolute(sourceMapURL, url) : null;
    if (address !== null) maps += 1;
    const map =
      inline ??
      (address === null || maps > maxMaps
        ? null
        : await loadResource(session, world.frameId, address, MAX_MAP_LENGTH).catch(() => null));
    const note = map === null && url === page ? await noteOn(session, header.ownerNode) : '';
    return {
      text,
      url,
      note,
      isInline,
      startLine,
      startColumn,
      map: map === null ? null : readSourceMap(map, address ?? url),
    };
  };
  const all = await Promise.all(chosen.map((each) => read(each).catch(() => null)));
  return { sheets: all.filter((sheet) => sheet !== null), served, names };
}
