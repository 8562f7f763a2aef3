import { createCaptureView } from '../../../../server/adapters/capture-view/index.ts';
import { compare, pixelsOf } from '../../../../server/adapters/images/index.ts';
import { createGuard, parseOutboundAllow } from '../../../../server/adapters/outbound/index.ts';
import { createPdfTools } from '../../../../server/adapters/pdf/index.ts';
import { analyze } from '../../../../server/checklist/image/analyze.ts';
import type { Example, Scene } from '../../../../server/checklist/rule.ts';
import type { ReviewType } from '../../../../server/contract/review.ts';
import type { ShotFacts } from '../../../../server/contract/shot-facts.ts';
import type { CapturedView, PixelBox } from '../../../../server/domain/port-types.ts';
import { newBrowser } from '../../../support/browser.ts';
import { closeOnce } from '../../../support/file-end.ts';
import { startHttpServer } from '../../../support/servers.ts';
import { numberDefects, wholePage, wholeSlides } from './markup.ts';
import { placesOf } from './places.ts';
import { facts } from './scene.ts';
import { textReader } from './text-reader.ts';

/** One screenshot as the checklist sees it, with the places of the defects that were put on it. */
export interface Shown {
  scene: Scene;
  /** In pixels of the image. */
  defects: PixelBox[];
  /** The image itself. */
  bytes: Buffer;
}

export interface Stage {
  /** Captures an example. A page gives one screenshot per screen, a PDF one per page. */
  show(example: Example, type: ReviewType): Promise<Shown[]>;
  close(): Promise<void>;
}

const SLIDE = { width: 960, height: 540 };
const SCREEN = { width: 1440, height: 900 };
const READ_LIMIT_MS = 60_000;

type Taken = Omit<Shown, 'scene'> & { shot: Scene['shot']; facts: ShotFacts };

/** Returns the facts of an image of which nothing but its texts is known. */
const bare = (scale: number, texts: ShotFacts['texts']): ShotFacts =>
  facts({ kind: 'image', scale, texts, page: null });

async function setScenes(type: ReviewType, taken: readonly Taken[]): Promise<Shown[]> {
  return Promise.all(
    taken.map(async (own) => {
      const { shot, bytes, defects } = own;
      const others = taken.filter((other) => other !== own).map((other) => ({ shot: other.shot, facts: other.facts }));
      return { scene: { type, shot, facts: own.facts, image: analyze(await pixelsOf(bytes)), others }, defects, bytes };
    }),
  );
}

/**
 * Shows examples through the adapters that the service uses: pages and emails captured in the guarded browser, slides
 * printed and read back from the PDF, images alone read by eye.
 */
export async function openStage(): Promise<Stage> {
  const browser = await newBrowser(2);
  const pdf = createPdfTools({ timeoutMs: 60_000 });
  const pages = new Map<string, string>();
  const images = new Map<string, { type: string; bytes: Buffer }>();
  const server = await startHttpServer((request, response) => {
    const path = request.url ?? '';
    const image = images.get(path);
    const page = pages.get(path);
    const type = image?.type ?? 'text/html; charset=utf-8';
    response.writeHead(image === undefined && page === undefined ? 404 : 200, { 'content-type': type });
    response.end(image?.bytes ?? page ?? '');
  });

  /** Serves embedded images from an address, as senders of emails do. Images with `data-inline` stay embedded. */
  function host(html: string): string {
    return html.replace(/(<img(?![^>]*data-inline)[^>]*src=")(data:[^"]+)"/g, (_, before: string, data: string) => {
      const [head = '', body = ''] = data.slice('data:'.length).split(/,(.*)/s);
      const bytes = Buffer.from(decodeURIComponent(body), head.endsWith(';base64') ? 'base64' : 'utf8');
      const path = `/images/${images.size + 1}`;
      images.set(path, { type: head.replace(';base64', ''), bytes });
      return `${before}${server.origin}${path}"`;
    });
  }
  const guard = createGuard({ allow: parseOutboundAllow(`capture=127.0.0.1/32:${server.port}`), ownPorts: [] });
  const captureView = createCaptureView(async () => browser, guard, compare);

  function ofView(
    label: string,
    viewport: NonNullable<Scene['shot']['viewport']>,
    pageUrl: string | null,
    view: CapturedView,
    ids: readonly string[],
  ): Taken {
    const { bytes } = view;
    const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    const notices = view.notices.map(({ code }) => code);
    const shot = { label, ...size, viewport, pageNumber: null, pageUrl, notices };
    return { shot, facts: view.facts ?? bare(viewport.scale, []), bytes, defects: placesOf(view, ids) };
  }

  async function showPage(html: string, screens: readonly string[]): Promise<Taken[]> {
    const { html: page, ids } = numberDefects(wholePage(html));
    const path = `/${pages.size + 1}`;
    pages.set(path, page);
    const url = server.origin + path;
    return Promise.all(
      screens.map(async (name, at) => {
        const viewport = captureView.viewports.find((each) => each.name === name);
        if (viewport === undefined) throw new Error(`There is no screen called ${name}.`);
        const view = await captureView.capture({ url }, viewport);
        // The defects are on the first screen; other screens may have none.
        return ofView(`${path} · ${name}`, viewport, url, view, at === 0 ? ids : []);
      }),
    );
  }

  async function showEmail(html: string, themes: readonly ('light' | 'dark')[]): Promise<Taken[]> {
    const { html: email, ids } = numberDefects(host(html));
    return Promise.all(
      themes.map(async (theme, at) => {
        const view = await captureView.captureEmail(email, theme === 'dark');
        const label = theme === 'dark' ? 'Email · dark' : 'Email';
        // The defects are on the first theme.
        return ofView(label, captureView.emailViewport, null, view, at === 0 ? ids : []);
      }),
    );
  }

  /** Opens the document in a page of that size and passes the boxes of its defects in CSS pixels. */
  function inPage<T>(
    html: string,
    size: typeof SCREEN,
    use: (page: { pdf(): Promise<Buffer>; image(): Promise<Buffer> }, defects: PixelBox[]) => Promise<T>,
  ): Promise<T> {
    return browser.withContext({ viewport: size }, async (context) => {
      const page = await context.newPage();
      await page.setContent(html, { waitUntil: 'load' });
      const boxes = await Promise.all((await page.locator('[data-defect]').all()).map((each) => each.boundingBox()));
      const defects = boxes.filter((box) => box !== null);
      const pdfSize = { width: `${size.width}px`, height: `${size.height}px` };
      return use(
        {
          pdf: () => page.pdf({ ...pdfSize, printBackground: true, preferCSSPageSize: true }),
          image: () => page.screenshot({ fullPage: true }),
        },
        defects,
      );
    });
  }

  async function showSlides(html: string): Promise<Taken[]> {
    const { bytes, defects } = await inPage(wholeSlides(html), SLIDE, async (page, places) => ({
      bytes: await page.pdf(),
      defects: places,
    }));
    const { shown } = await pdf.render(bytes, 30);
    return shown.map((page) => {
      if ('problem' in page) throw new Error(page.problem);
      const size = { width: page.bytes.readUInt32BE(16), height: page.bytes.readUInt32BE(20) };
      const scale = size.width / SLIDE.width;
      const top = (page.number - 1) * SLIDE.height;
      const shot = { label: `Page ${page.number}`, ...size, viewport: null, pageNumber: page.number, pageUrl: null };
      const own = defects
        .filter(({ y }) => y >= top && y < top + SLIDE.height)
        .map(({ x, y, width, height }) => ({
          x: x * scale,
          y: (y - top) * scale,
          width: width * scale,
          height: height * scale,
        }));
      return { shot, facts: page.facts ?? bare(1, []), bytes: page.bytes, defects: own };
    });
  }

  async function showImage(html: string, screen: typeof SCREEN): Promise<Taken[]> {
    const { bytes, defects } = await inPage(wholePage(html), screen, async (page, places) => ({
      bytes: await page.image(),
      defects: places,
    }));
    const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    const shot = { label: 'Picture', ...size, viewport: null, pageNumber: null, pageUrl: null };
    const { texts } = await textReader.read(await pixelsOf(bytes), READ_LIMIT_MS);
    return [{ shot, facts: bare(1, texts), bytes, defects }];
  }

  function take({ as, html, beside, size = SCREEN }: Example): Promise<Taken[]> {
    if (as === 'slide') return showSlides(html);
    if (as === 'email') return showEmail(html, ['light']);
    if (as === 'dark-email') return showEmail(html, ['dark', 'light']);
    if (as === 'image') return showImage(html, size);
    return showPage(html, beside === undefined || beside === as ? [as] : [as, beside]);
  }

  return {
    show: async (example, type) => setScenes(type, await take(example)),
    close: closeOnce(async () => {
      await Promise.all([browser.close(), pdf.close(), server.close()]);
    }),
  };
}
