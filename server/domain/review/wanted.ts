import { declaresDark } from '../../contract/dark-email.ts';
import type { CaptureFields } from '../../contract/source.ts';
import { isOn, pageStateOf } from '../../contract/state-request.ts';
import { DomainError, invalid, refuseAsInvalid, unusable } from '../failure.ts';
import { newId } from '../ids.ts';
import type { Ports, RowKey } from '../ports.ts';
import type { WantedShot } from '../shot/request-shot.ts';
import { captureLabel, type ImageItem, MAX_PDF_PAGES } from '../shot/rules.ts';
import { readFileSource, refusePath, settleSource, takeUpload } from '../upload/read-file-source.ts';
import { uploadIdOf } from '../upload/rules.ts';
import type { Source, SourceInput } from './source.ts';

/** Returns the images that a worker is to fetch. `pathOf` names the field of each for errors. */
export function wantedImages(ports: Ports, items: readonly ImageItem[], pathOf: (at: number) => string): WantedShot[] {
  return items.flatMap(({ source: from, label, ...more }, position): WantedShot[] => {
    if (!('url' in from)) return [];
    refuseAsInvalid(pathOf(position), () => ports.outbound.checkUrl(from.url, 'fetch'));
    return [{ label, position, input: { kind: 'fetch', url: from.url, ...more } }];
  });
}

/** Returns the views of a page that a worker is to capture. `label` replaces the page's path in theirs. */
export function wantedViews(
  ports: Ports,
  url: string,
  input: CaptureFields & { label?: string | undefined },
): WantedShot[] {
  refuseAsInvalid('page_url', () => ports.outbound.checkUrl(url, 'capture'));
  const { headers, cookies, wait_for, mask } = input;
  const state = pageStateOf(input);
  const wanted = ports.captureView.viewports.filter(({ name }) => isOn(input, name));
  return wanted.map((viewport, position) => ({
    label: captureLabel(url, viewport, input),
    position,
    input: { kind: 'capture', url, viewport, state, headers, cookies, wait_for, mask },
  }));
}

/** Opens a document that was sent with the request at once, so that an unreadable one is refused and costs nothing. */
async function wantedPages(ports: Ports, review: RowKey, text: string): Promise<WantedShot[]> {
  const given = readFileSource(text, 'pdf', ports.settings.maxPdfBytes, 'PDF');
  const source = await settleSource(ports, review.workspaceId, given, 'pdf', 'pdf');
  const wanted = { label: 'PDF', position: 0 };
  if ('url' in source) {
    refuseAsInvalid('pdf', () => ports.outbound.checkUrl(source.url, 'fetch'));
    return [{ ...wanted, places: MAX_PDF_PAGES, input: { kind: 'pdf', url: source.url } }];
  }
  const { pages } = await ports.pdf.inspect(source.bytes).catch((error: unknown) => {
    throw ports.pdf.isRefusal(error) ? unusable('pdf', error.message) : error;
  });
  const fileKey = `${review.workspaceId}/${review.id}/document-${newId(ports.clock())}.pdf`;
  await ports.storage.put(fileKey, source.bytes);
  return [{ ...wanted, places: Math.min(pages, MAX_PDF_PAGES), fileKey, input: { kind: 'pdf', url: null } }];
}

async function wantedMails(ports: Ports, { workspaceId }: RowKey, given: string): Promise<WantedShot[]> {
  const upload = uploadIdOf(given);
  const html = upload === null ? given : (await takeUpload(ports, workspaceId, upload, 'html', 'html')).toString();
  if (Buffer.byteLength(html) > ports.settings.maxHtmlBytes) {
    throw new DomainError('too_large', `\`html\` is larger than ${Math.round(ports.settings.maxHtmlBytes / 1000)} KB.`);
  }
  if (upload === null) refusePath(html.trim(), 'html');
  if (html.trim() === '') throw invalid('html', '`html` is empty. Send the email’s HTML.');
  const light: WantedShot = { label: 'Email', position: 0, input: { kind: 'email', html, dark: false } };
  if (!declaresDark(html)) return [light];
  return [light, { label: 'Email · dark', position: 1, input: { kind: 'email', html, dark: true } }];
}

/**
 * Returns what must be fetched, captured or drawn, after checking its addresses by their form. A document in the
 * request is then in the storage; the caller removes it when the review is not created.
 */
export async function readWanted(
  ports: Ports,
  review: RowKey,
  source: Source,
  input: SourceInput,
  items: readonly ImageItem[],
): Promise<WantedShot[]> {
  switch (source.kind) {
    case 'images':
      return wantedImages(ports, items, (at) => `images[${at}]`);
    case 'capture':
      return wantedViews(ports, source.url, input);
    case 'pdf':
      return wantedPages(ports, review, source.pdf);
    case 'html':
      return wantedMails(ports, review, source.html);
  }
}

export async function discardDocuments(ports: Ports, wanted: readonly WantedShot[]): Promise<void> {
  const keys = wanted.flatMap(({ fileKey }) => (fileKey === undefined ? [] : [fileKey]));
  await Promise.allSettled(keys.map((key) => ports.storage.remove(key)));
}
