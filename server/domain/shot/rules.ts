import type { GivenElement } from '../../contract/element.ts';
import { pathLabel } from '../../contract/path-label.ts';
import type { CaptureFields, ImageFields, Viewport } from '../../contract/source.ts';
import { DomainError, invalid } from '../failure.ts';
import type { ElementMap } from '../port-types.ts';
import { uploadIdOf } from '../upload/rules.ts';

/** Most pages of a PDF that are shown (interface 8). */
export const MAX_PDF_PAGES = 5;

/** A file as it was sent: its bytes, or where to fetch it. */
export type FileSource = { bytes: Buffer } | { url: string };
/** As a request names it: it may have been sent before, to an upload's address. */
export type GivenSource = FileSource | { upload: string };

/**
 * The bytes of plain base64, null for what must be looked at more closely. The decoder passes over what is no base64: where
 * as many bytes come out as the characters stand for, there was nothing of the kind.
 */
function decodeWhole(base64: string): Buffer | null {
  const length = base64.length - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);
  // One character beyond groups of four stands for no byte, so that one passed over would not be missed.
  if (length === 0 || length % 4 === 1) return null;
  // The decoder takes other characters for those that share their lowest byte.
  if (Buffer.byteLength(base64) !== base64.length) return null;
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length === Math.floor(length * 0.75) ? bytes : null;
}

/** `example.com/home.png` */
const isBareAddress = (text: string): boolean => /^[\w-]+(\.[\w-]+)*\.[a-z]{2,}(:\d+)?(\/\S*)?$/i.test(text);

/** What the path of a file looks like. Base64 has none of these dots, tildes, colons and backslashes. */
function isPath(text: string): boolean {
  if (text.length > 4000) return false;
  if (/^(?:file:|~\/|\.{1,2}[\\/]|[a-z]:[\\/])/i.test(text)) return true;
  const startsWithHost = /^[\w-]+(\.[\w-]+)+(:\d+)?\//.test(text);
  return !startsWithHost && /^[^<>\n]*\.(?:png|jpe?g|webp|gif|svg|avif|pdf|html?)$/i.test(text);
}

/** @throws DomainError that says how a file of the client's machine is sent */
export function refusePath(text: string, field: string): void {
  if (!isPath(text)) return;
  throw invalid(
    field,
    `\`${field}\` is a path on your machine, which the service cannot read. Send the file with \`create_upload\` (POST /api/uploads) first, then its \`source\` here.`,
  );
}

/**
 * Reads an https URL, an upload's name, a data URL or base64 (interface 4.3). `what` it should be, for the words of the refusal.
 * @throws DomainError that names the field
 */
export function readFileSource(given: string, path: string, maxBytes: number, what = 'PNG, JPEG or WebP'): GivenSource {
  const text = given.trim();
  if (/^https?:\/\//i.test(text)) return { url: text };
  const upload = uploadIdOf(text);
  if (upload !== null) return { upload };
  const data = /^data:([^,]*),/i.exec(text.slice(0, 1000));
  if (data !== null && !/;base64$/i.test(data[1] ?? '')) {
    throw invalid(path, `\`${path}\` is a data URL without base64. Send it as \`data:…;base64,…\`.`);
  }
  const encoded = data === null ? text : text.slice(data[0].length);
  const decoded = decodeWhole(encoded);
  if (decoded !== null && decoded.length <= maxBytes) return { bytes: decoded };
  refusePath(text, path);
  const base64 = encoded.replace(/\s+/g, '');
  if (base64 === '' || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(base64)) {
    const sources = `an https URL, an upload’s \`source\`, a data URL or base64 of a ${what}`;
    const bare = isBareAddress(text) ? ' It looks like a URL without https:// in front.' : '';
    throw invalid(path, `\`${path}\` must be ${sources}.${bare}`);
  }
  if (Math.floor(base64.replace(/=+$/, '').length * 0.75) > maxBytes) {
    throw new DomainError('too_large', `\`${path}\` is larger than ${Math.round(maxBytes / 1_000_000)} MB.`);
  }
  return { bytes: Buffer.from(base64, 'base64') };
}

export interface ImageItem<From = FileSource> {
  source: From;
  label: string;
  pageUrl: string | null;
  viewport: Viewport | null;
  elements: ElementMap | null;
}

/** What a captured page's map takes at most as well. */
const MAX_ELEMENT_BYTES = 1_500_000;
const MAX_STYLES = 16;

/** What a client says lies on its picture, in the shape of a map of our own. */
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

/** One picture of a request with its label, which pairs it with the previous pass. `path` is empty for the request itself. */
export function readImageItem(
  item: string | ImageFields,
  path: string,
  number: number,
  maxBytes: number,
): ImageItem<GivenSource> {
  const fields: ImageFields = typeof item === 'string' ? { image: item } : item;
  const at = (field: string): string => (path === '' ? field : `${path}.${field}`);
  return {
    source: readFileSource(fields.image, typeof item === 'string' ? path : at('image'), maxBytes),
    label: fields.label ?? `Screenshot ${number}`,
    pageUrl: fields.page_url ?? null,
    viewport: fields.viewport ?? null,
    elements: readElements(fields.elements, fields.viewport, at('elements')),
  };
}

/** A shot still to be made, as it is stored (encrypted) until then. */
export type ShotInput =
  | { kind: 'fetch'; url: string; pageUrl: string | null; viewport: Viewport | null; elements: ElementMap | null }
  /** null: the document was sent along and lies in the storage. */
  | { kind: 'pdf'; url: string | null }
  | { kind: 'email'; html: string; dark: boolean }
  | ({ kind: 'capture'; url: string; viewport: Viewport } & Pick<
      CaptureFields,
      'headers' | 'cookies' | 'wait_for' | 'mask'
    >);

/** `/pricing · desktop` */
export function captureLabel(url: string, viewport: Viewport, label: string | undefined): string {
  return `${label ?? pathLabel(url)} · ${viewport.name}`;
}

/** Both of `capture_url` and `page_url`, or neither. @throws DomainError that names what is missing */
export function readCaptureUrl(input: CaptureFields): string | null {
  if (input.capture_url !== true) return null;
  if (input.page_url === undefined)
    throw invalid('page_url', '`page_url` is missing: `capture_url` needs it, the address to capture.');
  return input.page_url;
}
