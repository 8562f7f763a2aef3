import type { CaptureFields, ImageFields, Viewport } from '../../contract/source.ts';
import { DomainError, invalid } from '../failure.ts';

/** A picture as it was sent: its bytes, or where to fetch it. */
export type ImageSource = { bytes: Buffer } | { url: string };

/** Reads an https URL, a data URL or base64 (interface 4.3). @throws DomainError that names the field */
export function readImageSource(text: string, path: string, maxBytes: number): ImageSource {
  if (/^https?:\/\//i.test(text)) return { url: text };
  const data = /^data:([^,]*),/i.exec(text.slice(0, 200));
  if (data !== null && !/;base64$/i.test(data[1] ?? '')) {
    throw invalid(path, 'A data URL must be base64: `data:image/png;base64,…`.');
  }
  const base64 = (data === null ? text : text.slice(data[0].length)).replace(/\s+/g, '');
  if (base64 === '' || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(base64)) {
    throw invalid(path, 'Send an https URL, a data URL or base64 of a PNG, JPEG or WebP.');
  }
  if (base64.length * 0.75 > maxBytes) {
    throw new DomainError('too_large', `${path} is larger than ${Math.round(maxBytes / 1_000_000)} MB.`);
  }
  return { bytes: Buffer.from(base64, 'base64') };
}

export interface ImageItem {
  source: ImageSource;
  label: string;
  pageUrl: string | null;
  viewport: Viewport | null;
}

/** One picture of a request with its label, which pairs it with the previous pass. */
export function readImageItem(item: string | ImageFields, path: string, number: number, maxBytes: number): ImageItem {
  const fields = typeof item === 'string' ? { image: item } : item;
  return {
    source: readImageSource(fields.image, typeof item === 'string' ? path : `${path}.image`, maxBytes),
    label: fields.label ?? `Screenshot ${number}`,
    pageUrl: fields.page_url ?? null,
    viewport: fields.viewport ?? null,
  };
}

/** A shot still to be made, as it is stored (encrypted) until then. */
export type ShotInput =
  | { kind: 'fetch'; url: string; pageUrl: string | null; viewport: Viewport | null }
  | ({ kind: 'capture'; url: string; viewport: Viewport } & Pick<
      CaptureFields,
      'headers' | 'cookies' | 'wait_for' | 'mask'
    >);

/** `/pricing · desktop`: the same on every pass, whatever the preview's host. */
export function captureLabel(url: string, viewport: Viewport, label: string | undefined): string {
  const { pathname, search } = new URL(url);
  return `${label ?? (pathname + search).slice(0, 100)} · ${viewport.name}`;
}

/** Both of `capture_url` and `page_url`, or neither. @throws DomainError that names what is missing */
export function readCaptureUrl(input: CaptureFields): string | null {
  if (input.capture_url !== true) return null;
  if (input.page_url === undefined)
    throw invalid('page_url', '`capture_url` needs `page_url`, the address to capture.');
  if (!URL.canParse(input.page_url))
    throw invalid('page_url', 'This is not an address. Send one such as https://example.com/.');
  return input.page_url;
}
