import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright-core';
import type { CapturedElement } from '../../../server/capture/element-list.ts';
import { mapElements } from '../../../server/capture/element-map.ts';
import { contextOptions, viewports } from '../../../server/capture/index.ts';
import { testBrowser } from '../../support/browser.ts';
import { atFileEnd } from '../../support/file-end.ts';

const { resolve } = createRequire(import.meta.url);
export const packaged = (path: string): Promise<string> => readFile(resolve(path), 'utf8');

export interface Shown {
  html: string;
  viewport?: 'desktop' | 'mobile';
  styles?: string;
  /** The page’s own scripts, in this order. */
  scripts?: string[];
  scriptsOff?: boolean;
  headers?: Record<string, string>;
}

const address = 'http://page.invalid/';

/** Shows a page without a network and runs `work` with it. */
export async function withPage<T>(shown: Shown, work: (page: Page, context: BrowserContext) => Promise<T>): Promise<T> {
  const browser = await testBrowser();
  const viewport = viewports[shown.viewport ?? 'desktop'];
  return browser.withContext(
    (version) => ({
      ...contextOptions({ viewport }, version),
      javaScriptEnabled: shown.scriptsOff !== true,
    }),
    async (context) => {
      await context.route('**/*', (route) =>
        route.request().url() === address
          ? route.fulfill({ body: shown.html, contentType: 'text/html; charset=utf-8', headers: shown.headers ?? {} })
          : route.abort(),
      );
      const page = await context.newPage();
      await page.goto(address);
      if (shown.styles !== undefined) await page.addStyleTag({ content: shown.styles });
      for (const content of shown.scripts ?? []) await page.addScriptTag({ content });
      return work(page, context);
    },
  );
}

let reader: { viewport: string; page: Page; close(): void } | undefined;
let reading: Promise<unknown> = Promise.resolve();

async function readerOn(viewport: 'desktop' | 'mobile'): Promise<Page> {
  if (reader?.viewport === viewport) return reader.page;
  reader?.close();
  const opened = Promise.withResolvers<Page>();
  const closed = Promise.withResolvers<void>();
  withPage({ html: '', viewport }, (page) => {
    opened.resolve(page);
    return closed.promise;
  }).catch(opened.reject);
  const page = await opened.promise;
  reader = { viewport, page, close: closed.resolve };
  atFileEnd(() => {
    closed.resolve();
    reader = undefined;
  });
  return page;
}

/** Shows one page after the other in the same tab, which costs a fraction of {@link withPage}. `read` changes nothing. */
export function readPage<T>(
  { html, viewport = 'desktop', ...more }: Shown,
  read: (page: Page) => Promise<T>,
): Promise<T> {
  if (Object.keys(more).length > 0) return withPage({ html, viewport, ...more }, read);
  const result = reading.then(async () => {
    const page = await readerOn(viewport);
    await page.route(address, (route) => route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' }), {
      times: 1,
    });
    await page.goto(address);
    return read(page);
  });
  reading = result.catch(() => undefined);
  return result;
}

export const tall = { width: 1440, height: 8_000 };

/** Maps a page without the time limits of a capture, which a busy machine would exceed. */
export const elementsOf = async (page: Page, limits = tall): Promise<CapturedElement[]> =>
  (await mapElements(page, { ...limits, patience: 40 })).elements;

export const mapped = (html: string, more: Omit<Shown, 'html'> = {}): Promise<CapturedElement[]> =>
  readPage({ html, ...more }, (page) => elementsOf(page));

export function one(elements: CapturedElement[], tag: string, text?: string): CapturedElement {
  const found = elements.find((each) => each.tag === tag && (text === undefined || each.text === text));
  if (found === undefined) throw new Error(`No ${tag} ${text ?? ''} among ${elements.map((each) => each.tag)}`);
  return found;
}

/** Returns all matches of a selector from the map, where `>>>` enters a shadow tree. Runs inside the page. */
export const selectInPage = `(selector) => {
  const [first, ...more] = selector.split(' >>> ');
  let found = [...document.querySelectorAll(first)];
  for (const inner of more) found = found.flatMap((host) => [...host.shadowRoot.querySelectorAll(inner)]);
  return found;
}`;
