import type { GivenElement } from '../../contract/element.ts';
import type { Notice } from '../../contract/notice.ts';
import type { PageSources } from '../../contract/page-sources.ts';
import type { PageState } from '../../contract/page-state.ts';
import { pathLabel } from '../../contract/path-label.ts';
import { type CaptureFields, type ImageFields, SHA256_PREFIX, type Viewport } from '../../contract/source.ts';
import { type StateRequest, stateLabel } from '../../contract/state-request.ts';
import { invalid } from '../failure.ts';
import type { ElementMap } from '../port-types.ts';
import { type FileSource, type GivenSource, readFileSource } from '../upload/read-file-source.ts';

/** The maximum number of pages of a PDF that are shown. */
export const MAX_PDF_PAGES = 5;

/** An image that is named by the hash of a file that was sent before. */
type KnownImage = { sha256: string };

export interface ImageItem<From = FileSource | KnownImage> {
  source: From;
  label: string;
  pageUrl: string | null;
  viewport: Viewport | null;
  state: PageState | null;
  elements: ElementMap | null;
  notices: readonly Notice[];
}

/** The maximum size of the elements a client reports; the same as for the map of a captured page. */
const MAX_ELEMENT_BYTES = 1_500_000;
const MAX_SOURCE_BYTES = 500_000;
const MAX_STYLES = 16;

/** Reads the elements that a client reports on its image, and converts them to the shape of our own maps. */
export function readElements(
  given: readonly GivenElement[] | undefined,
  viewport: Viewport | undefined,
  path: string,
): ElementMap | null {
  if (given === undefined || given.length === 0) return null;
  const styled = given.findIndex(({ styles }) => Object.keys(styles ?? {}).length > MAX_STYLES);
  if (styled >= 0)
    throw invalid(
      `${path}[${styled}].styles`,
      `\`${path}[${styled}].styles\` has too many styles: an element takes up to ${MAX_STYLES}.`,
    );
  if (Buffer.byteLength(JSON.stringify(given)) > MAX_ELEMENT_BYTES) {
    throw invalid(
      path,
      `\`${path}\` is too large: the elements of an image take up to ${MAX_ELEMENT_BYTES / 1_000_000} MB. Send fewer.`,
    );
  }
  const elements = given.map((each) => ({
    selectors: each.selectors ?? [],
    tag: each.tag ?? 'element',
    role: each.role ?? null,
    accessible_name: each.accessible_name ?? null,
    text: each.text ?? '',
    outer_html: each.outer_html ?? '',
    box: each.box,
    styles: each.styles ?? {},
    parent: null,
  }));
  return { scale: viewport?.scale ?? 1, elements };
}

/** Adds where the elements come from. A client that sends it has one entry for each element. */
function withSources(map: ElementMap | null, sources: PageSources | undefined, path: string): ElementMap | null {
  if (map === null || sources === undefined) return map;
  if (sources.elements.length !== map.elements.length)
    throw invalid(path, `\`${path}\` does not fit: it needs one entry for each of \`elements\`.`);
  if (Buffer.byteLength(JSON.stringify(sources)) > MAX_SOURCE_BYTES)
    throw invalid(path, `\`${path}\` is too large: it takes up to ${MAX_SOURCE_BYTES / 1_000_000} MB. Leave it out.`);
  return { ...map, sources };
}

function readImage(text: string, path: string, maxBytes: number): GivenSource | KnownImage {
  const given = text.slice(0, 100).trim();
  if (!given.toLowerCase().startsWith(SHA256_PREFIX)) return readFileSource(text, path, maxBytes);
  const sha256 = given.slice(SHA256_PREFIX.length).toLowerCase();
  if (/^[0-9a-f]{64}$/.test(sha256)) return { sha256 };
  throw invalid(
    path,
    `\`${path}\` is no hash: after \`${SHA256_PREFIX}\` come the 64 hex digits of the file’s SHA-256.`,
  );
}

/**
 * Reads one image of a request with its label, which pairs it with the previous pass. `path` is empty for the request
 * itself.
 */
export function readImageItem(
  item: string | ImageFields,
  path: string,
  number: number,
  maxBytes: number,
): ImageItem<GivenSource | KnownImage> {
  const fields: ImageFields = typeof item === 'string' ? { image: item } : item;
  const at = (field: string): string => (path === '' ? field : `${path}.${field}`);
  return {
    source: readImage(fields.image, typeof item === 'string' ? path : at('image'), maxBytes),
    label: fields.label ?? `Screenshot ${number}`,
    pageUrl: fields.page_url ?? null,
    viewport: fields.viewport ?? null,
    state: fields.page_state ?? null,
    elements: withSources(
      readElements(fields.elements, fields.viewport, at('elements')),
      fields.sources,
      at('sources'),
    ),
    notices: fields.notices ?? [],
  };
}

/** A screenshot that is still to be made, as stored (encrypted) until then. */
export type ShotInput =
  | ({ kind: 'fetch'; url: string } & Omit<ImageItem, 'source' | 'label'>)
  /** null: the document was sent with the request and is in the storage. */
  | { kind: 'pdf'; url: string | null }
  | { kind: 'email'; html: string; dark: boolean }
  | ({ kind: 'capture'; url: string; viewport: Viewport; state?: PageState | null } & Pick<
      CaptureFields,
      'headers' | 'cookies' | 'wait_for' | 'mask'
    >);

/** `/pricing · desktop` */
export function captureLabel(
  url: string,
  viewport: Viewport,
  input: StateRequest & { label?: string | undefined },
): string {
  return `${stateLabel(input.label ?? pathLabel(url), input)} · ${viewport.name}`;
}

/** Returns the address to capture; null when no capture is requested. @throws DomainError when `page_url` is missing */
export function readCaptureUrl(input: CaptureFields): string | null {
  if (input.capture_url !== true) return null;
  if (input.page_url === undefined)
    throw invalid('page_url', '`page_url` is missing: `capture_url` needs it, the address to capture.');
  return input.page_url;
}
