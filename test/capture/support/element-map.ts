import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright-core';
import type { CapturedElement } from '../../../server/capture/element-list.ts';
import { mapElements } from '../../../server/capture/element-map.ts';
import { contextOptions, viewports } from '../../../server/capture/index.ts';
import { testBrowser } from '../../support/browser.ts';

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

export const tall = { width: 1440, height: 8_000 };

/** Maps a page without the time limits of a capture, which a busy machine would exceed. */
export const elementsOf = async (page: Page, limits = tall): Promise<CapturedElement[]> =>
  (await mapElements(page, { ...limits, patience: 40 })).elements;

export const mapped = (html: string, more: Omit<Shown, 'html'> = {}): Promise<CapturedElement[]> =>
  withPage({ html, ...more }, (page) => elementsOf(page));

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
