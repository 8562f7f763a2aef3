import type { CDPSession } from 'playwright-core';
import { isFields, readText } from '../page-data.ts';
import type { World } from '../world.ts';
import type { PageNames } from './css-rules.ts';
import { loadResource } from './load-resource.ts';
import { inlineMap, MAX_MAP_LENGTH, readSourceMap, type SourceMap } from './source-map.ts';

const maxSheets = 1_000;
const maxSheetLength = 1_000_000;
const maxLength = 2_500_000;
const maxMaps = 20;

export interface Sheet {
  text: string;
  /** Its address; that of the page’s relative addresses for a style element in its HTML; otherwise empty */
  url: string;
  /** The file that it was made of, as the development server notes it on the style element; otherwise empty */
  note: string;
  isInline: boolean;
  /** A script has changed its rules since */
  isChanged: boolean;
  /** The media query of its element */
  media: string;
  /** What to add to lines and, on the first line, to columns: where a style element begins in its page */
  startLine: number;
  startColumn: number;
  /** The address of its source map, which may not be readable; empty if it names none */
  mapUrl: string;
  map: SourceMap | null;
}

export interface Sheets {
  /** In the order of the cascade */
  sheets: Sheet[];
  /** Those that others import, by their addresses */
  imports: ReadonlyMap<string, Sheet>;
  /** Whether these are all stylesheets of the page */
  isComplete: boolean;
  /** The address at which the page was loaded; scripts may have changed it since */
  page: string;
  /** The paths of the page’s own origin that it loaded */
  served: string[];
  names: PageNames;
}

interface Header {
  styleSheetId: string;
  frameId: string;
  sourceURL: string;
  sourceMapURL?: string;
  isInline: boolean;
  isMutable: boolean;
  isConstructed: boolean;
  origin: string;
  /** The browser's id of the element that loads or holds it */
  ownerNode?: number;
  startLine: number;
  startColumn: number;
  length: number;
}

/** The element of a stylesheet */
interface Owner {
  media: string;
  note: string;
}

async function listHeaders(session: CDPSession, frameId: string): Promise<Header[]> {
  const headers: Header[] = [];
  const add = ({ header }: { header: Header }) => void headers.push(header);
  session.on('CSS.styleSheetAdded', add);
  try {
    await session.send('DOM.enable');
    await session.send('CSS.enable');
  } finally {
    session.off('CSS.styleSheetAdded', add);
  }
  return headers.filter((header) => header.origin === 'regular' && header.frameId === frameId);
}

/** Returns the elements of the document’s stylesheets in its order, by the browser’s ids; shadow trees have their own. */
async function listOwners(session: CDPSession): Promise<Map<number, Owner>> {
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const selector = 'link[rel~=stylesheet i], style';
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
  const nodes = await Promise.all(
    nodeIds.slice(0, maxSheets).map((nodeId) => session.send('DOM.describeNode', { nodeId })),
  );
  return new Map(
    nodes.map(({ node: { backendNodeId, attributes = [] } }) => {
      const attribute = (name: string) => {
        const at = attributes.findIndex((each, index) => index % 2 === 0 && each === name);
        return at === -1 ? '' : readText(attributes[at + 1], 1_000);
      };
      return [backendNodeId, { media: attribute('media').trim(), note: attribute('data-vite-dev-id') }];
    }),
  );
}

const textsOf = (value: unknown): Set<string> =>
  new Set((Array.isArray(value) ? value : []).map((each) => readText(each, 300)));

/** Returns the path of an address on the page's own origin; null for others. */
function ownPath(address: string, page: string): string | null {
  const own = new URL(page).origin;
  return address.startsWith(`${own}/`) ? address.slice(own.length).replace(/[?#].*$/s, '') : null;
}

/**
 * Reads the texts and source maps of a page's stylesheets, within limits; and the paths of its own origin that the page
 * loaded, and the classes and ids of its elements. `address` is that of the page now.
 */
export async function readSheets(session: CDPSession, world: World, address: string): Promise<Sheets> {
  const headers = await listHeaders(session, world.frameId);
  const owners = await listOwners(session);
  const answer = await world.run('listSheets');
  const given = isFields(answer) ? answer : {};
  const loadedAt = readText(given.page, 2_000);
  const page = URL.canParse(loadedAt) ? loadedAt : address;
  const served = (Array.isArray(given.served) ? given.served : []).flatMap(
    (each) => ownPath(readText(each, 1_000), page) ?? [],
  );
  const names = { classes: textsOf(given.classes), ids: textsOf(given.ids) };
  const byOwner = new Map(headers.map((header) => [header.ownerNode ?? 0, header]));
  const owned = [...owners.keys()].flatMap((id) => byOwner.get(id) ?? []);
  const constructed = headers.filter(({ isConstructed }) => isConstructed && given.adopts === true);
  const imported = headers.filter(({ ownerNode, isConstructed }) => ownerNode === undefined && !isConstructed);
  let left = maxLength;
  const all = [...owned, ...constructed, ...imported];
  const chosen = all.filter(({ length }) => {
    if (length > maxSheetLength) return false;
    left -= length;
    return left >= 0;
  });
  let maps = 0;
  const read = async (header: Header): Promise<Sheet | null> => {
    const { styleSheetId, sourceMapURL: mapUrl = '', isInline, startLine, startColumn, ownerNode } = header;
    const { text } = await session.send('CSS.getStyleSheetText', { styleSheetId });
    // A comment of the stylesheet can name anything as its address.
    const url = URL.canParse(header.sourceURL) ? header.sourceURL : '';
    const inline = inlineMap(mapUrl);
    const mapAddress = inline === null && mapUrl !== '' ? (URL.parse(mapUrl, url || page)?.href ?? null) : null;
    if (mapAddress !== null) maps += 1;
    const map =
      inline ??
      (mapAddress === null || maps > maxMaps
        ? null
        : await loadResource(session, world.frameId, mapAddress, MAX_MAP_LENGTH).catch(() => null));
    const { media = '', note = '' } = owners.get(ownerNode ?? 0) ?? {};
    return {
      text,
      url,
      note: map === null ? note : '',
      isInline,
      isChanged: header.isMutable,
      media,
      startLine,
      startColumn,
      mapUrl,
      map: map === null ? null : readSourceMap(map, mapAddress ?? (url || page)),
    };
  };
  const sheets = await Promise.all(chosen.map(async (each) => [each, await read(each).catch(() => null)] as const));
  const found = sheets.flatMap(([header, sheet]) => (sheet === null ? [] : [[header, sheet] as const]));
  const isImported = new Set(imported);
  return {
    sheets: found.flatMap(([header, sheet]) => (isImported.has(header) ? [] : [sheet])),
    imports: new Map(found.flatMap(([header, sheet]) => (isImported.has(header) ? [[sheet.url, sheet]] : []))),
    isComplete: found.length === all.length && owners.size < maxSheets,
    page,
    served,
    names,
  };
}
