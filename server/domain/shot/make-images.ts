import type { Notice } from '../../contract/notice.ts';
import { toCaptureFields } from '../../contract/state-request.ts';
import type { Ports } from '../ports.ts';
import type { Image } from './keep-shot.ts';
import { inputAssociatedData } from './request-shot.ts';
import { MAX_PDF_PAGES, type ShotInput } from './rules.ts';
import type { ShotRequestRow } from './store.ts';

const FETCH_TIMEOUT_MS = 20_000;

/** A failure that no retry fixes. Its message is for the person who submitted the review. */
export class PermanentError extends Error {}

/** A requested screenshot that cannot be made, while others of the same request can. */
export interface Missing {
  label: string;
  position: number;
  problem: string;
}

export interface Made {
  images: Image[];
  missing: Missing[];
}

async function fetchFile(ports: Ports, url: string, what: string, accept: string, maxBytes: number): Promise<Buffer> {
  const answer = await ports.outbound.request({
    url,
    use: 'fetch',
    method: 'GET',
    headers: { accept },
    timeoutMs: FETCH_TIMEOUT_MS,
    maxBytes,
    maxRedirects: 3,
  });
  if (answer.status !== 200) throw new PermanentError(`The ${what}’s address answered ${answer.status}.`);
  return answer.body;
}

export const fetchImage = (ports: Ports, url: string): Promise<Buffer> =>
  fetchFile(ports, url, 'image', 'image/png,image/jpeg,image/webp', ports.settings.maxImageBytes);

async function document(ports: Ports, url: string | null, key: string | null): Promise<Buffer> {
  if (url !== null) return fetchFile(ports, url, 'PDF', 'application/pdf', ports.settings.maxPdfBytes);
  const bytes = key === null ? null : await ports.storage.find(key);
  if (bytes === null) throw new PermanentError('The PDF that was sent is no longer there. Send it again.');
  return bytes;
}

const pageLabel = (number: number): string => `Page ${number}`;

async function drawPages(ports: Ports, request: ShotRequestRow, bytes: Buffer): Promise<Made> {
  const { pages, shown } = await ports.pdf.render(bytes, Math.min(MAX_PDF_PAGES, request.places));
  const made: Made = { images: [], missing: [] };
  const last = shown.findLast((page) => !('problem' in page));
  for (const page of shown) {
    const at = { label: pageLabel(page.number), position: request.position + page.number - 1 };
    if ('problem' in page) made.missing.push({ ...at, problem: page.problem });
    else {
      const { bytes: image, elements, facts, lackedFonts } = page;
      const notices = [
        ...(lackedFonts.length > 0 ? [fontNotice(lackedFonts)] : []),
        ...(page === last && pages > shown.length ? [moreNotice(pages, shown.length)] : []),
      ];
      const more = { pageNumber: page.number, notices, pageUrl: null, viewport: null };
      made.images.push({ ...at, content: { bytes: image, hasty: true }, elements, facts, ...more });
    }
  }
  return made;
}

const MAX_FONTS_NAMED = 3;

function fontNotice(lacked: readonly string[]): Notice {
  const rest = lacked.length - MAX_FONTS_NAMED;
  const names = `${lacked.slice(0, MAX_FONTS_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  const message = `Text in ${names} looks different here, or is missing: the PDF does not embed its font.`;
  return { code: 'failed_fonts', message };
}

const moreNotice = (pages: number, shown: number): Notice => ({
  code: 'pages_not_shown',
  message:
    pages === shown + 1
      ? `Page ${pages} of the PDF is not shown. Send it as a PDF of its own to have it reviewed.`
      : `Pages ${shown + 1}–${pages} of the PDF are not shown. Send them as a PDF of their own to have them reviewed.`,
});

/** Makes the images of one request: fetches, captures or draws them. Stores nothing. */
export async function makeImages(ports: Ports, request: ShotRequestRow): Promise<Made> {
  if (request.input === null) throw new PermanentError('What was asked for is no longer known.');
  const input = JSON.parse(
    ports.secrets.decrypt(request.input, inputAssociatedData(request.id)).toString(),
  ) as ShotInput;
  const { label, position } = request;
  const one = (image: Omit<Image, 'label' | 'position'>): Made => ({
    images: [{ label, position, ...image }],
    missing: [],
  });
  switch (input.kind) {
    case 'fetch': {
      const { kind: _, url, ...more } = input;
      return one({ ...more, content: { bytes: await fetchImage(ports, url) } });
    }
    case 'capture': {
      // Requests from before states existed have none.
      const { url, viewport, state = null, headers, cookies, wait_for: waitFor, mask } = input;
      const asked = { url, shown: toCaptureFields(state), headers, cookies, waitFor, mask };
      const { bytes, ...view } = await ports.captureView.capture(asked, viewport);
      return one({ ...view, content: { bytes, hasty: true }, pageUrl: url, viewport, state });
    }
    case 'email': {
      const { bytes, ...view } = await ports.captureView.captureEmail(input.html, input.dark);
      const content = { bytes, hasty: true };
      return one({ ...view, content, pageUrl: null, viewport: ports.captureView.emailViewport });
    }
    case 'pdf':
      return drawPages(ports, request, await document(ports, input.url, request.fileKey));
  }
}
