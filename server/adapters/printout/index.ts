import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { startDeadline } from '../../capture/index.ts';
import type { PrintedImage, Printer } from '../../domain/printed-review.ts';
import type { SharedBrowser } from '../chromium/index.ts';
import { printedPage } from './page.ts';
import { sheetCount } from './screenshot.ts';

/** A failure whose message tells people what to do. */
class PrintFailure extends Error {
  override name = 'PrintFailure';
}

/** An address that no server has: the page and its images are answered from memory, and everything else is refused. */
const ORIGIN = 'http://printout.invalid';
const DEADLINE_MS = 240_000;

const policy = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Without a proxy of its own, a context has no way out of the browser at all. */
const options: BrowserContextOptions = {
  javaScriptEnabled: false,
  serviceWorkers: 'block',
  acceptDownloads: false,
  locale: 'en-US',
  timezoneId: 'UTC',
  colorScheme: 'light',
};

type Review = Parameters<Printer['pdf']>[0];
type How = Parameters<Printer['pdf']>[2];

async function print(context: BrowserContext, page: string, { read, onProgress }: How): Promise<Buffer> {
  let failure: unknown = null;
  let done = 0;
  await context.route('**/*', async (route) => {
    const path = route.request().url().slice(ORIGIN.length);
    if (path === '/') {
      const headers = { 'content-security-policy': policy };
      return route.fulfill({ body: page, contentType: 'text/html; charset=utf-8', headers });
    }
    const [, image, kind] = /^\/((screenshot|reference)-\d+)$/.exec(path) ?? [];
    if (image === undefined) return route.abort();
    try {
      // The browser recognizes the formats of images by their content.
      await route.fulfill({ body: await read(image as PrintedImage), contentType: 'image/png' });
      if (kind === 'screenshot') onProgress(++done);
    } catch (error) {
      failure ??= error;
      await route.abort().catch(() => undefined);
    }
  });
  const tab = await context.newPage();
  await tab.goto(`${ORIGIN}/`, { waitUntil: 'load', timeout: DEADLINE_MS });
  if (failure !== null) throw failure;
  return tab.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true });
}

function lateFailure(): PrintFailure {
  const why = `The PDF was not ready within ${DEADLINE_MS / 60_000} minutes: the review has too much in it.`;
  return new PrintFailure(`${why} Save the screenshots with their marks as images instead.`);
}

/** Creates the printer, which lets the shared browser print. */
export function createPrinter(browser: () => Promise<SharedBrowser>): Printer {
  return {
    sheets: ({ screenshots }) => screenshots.reduce((sum, shot) => sum + sheetCount(shot), 0),
    page: printedPage,
    async pdf(review: Review, at, how) {
      const page = printedPage(review, at, (image) => `/${image}`);
      const shared = await browser();
      return shared.withContext(options, (context) => {
        const deadline = startDeadline(DEADLINE_MS, lateFailure);
        return deadline.race(print(context, page, how)).finally(deadline.clear);
      });
    },
    isFailure: (error) => error instanceof PrintFailure,
  };
}
