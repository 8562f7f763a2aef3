import { type Browser, chromium, type Page } from 'playwright-core';
import { onTestFailed } from 'vitest';
import { browserCandidates } from '../../../server/adapters/chromium/candidates.ts';
import { endAtOnce } from '../../support/browser.ts';
import { atFileEnd } from '../../support/file-end.ts';
import { PATIENCE_MS } from '../../support/patience.ts';

/** Prints what a page shows when its test fails: a failure on a busy machine may not happen again. */
function printOnFailure(page: Page): void {
  try {
    onTestFailed(async ({ task }) => {
      if (page.isClosed()) return;
      const shown = await page.locator('html').ariaSnapshot({ timeout: 5_000 }).catch(String);
      console.error(`${task.name}: ${page.url()} showed\n${shown}`);
    });
  } catch {
    // It belongs to no test: a hook opened it.
  }
}

let shared: Promise<Browser> | undefined;

/**
 * Returns the browser of this process, which its files use one after the other: `close` closes only the contexts, at
 * the latest at the end of the test file. Its pages wait as long as the run does. With arguments, returns a browser of
 * its own.
 */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  if (more.length === 0) shared ??= launchShared();
  const browser = await (more.length === 0 && shared !== undefined ? shared : launch(more));
  atFileEnd(() => browser.close());
  return browser;
}

async function launchShared(): Promise<Browser> {
  endAtOnce();
  const browser = await launch([]);
  browser.once('disconnected', () => {
    shared = undefined;
  });
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  return browser;
}

/** Launches the first browser that starts. `findBrowser` would choose the same one, but starts it once more to test it. */
async function launch(more: readonly string[]): Promise<Browser> {
  const { BROWSER_PATH } = process.env;
  const paths = BROWSER_PATH === undefined ? (await browserCandidates()).map(({ path }) => path) : [BROWSER_PATH];
  let cause: unknown;
  for (const executablePath of paths) {
    try {
      const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', ...more] });
      return browser.on('context', (context) => {
        context.setDefaultTimeout(PATIENCE_MS);
        context.on('page', printOnFailure);
      });
    } catch (error) {
      cause = error;
    }
  }
  throw new Error('No browser was found. Install Chromium or set BROWSER_PATH.', { cause });
}

export interface Watched {
  page: Page;
  /** What the page reported: errors, and what its policy blocked. */
  complaints: string[];
}

/** Opens an address in a fresh browser context, or in a tab, and records what the page reports. */
export async function openPage(where: Browser | Tab, url: string, phone = false): Promise<Watched> {
  if (typeof where === 'function') return where(url);
  const context = await where.newContext(
    phone
      ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
      : { viewport: { width: 1440, height: 900 } },
  );
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.goto(url);
  return { page, complaints };
}

/** Opens an address in a tab that other tests have used. */
export type Tab = (url: string) => Promise<Watched>;

/**
 * Opens addresses one after the other in one tab, each as a new visitor, which takes half as long as a tab of its own. A
 * test that changes more than routes closes the tab's context; the next one then gets a new tab.
 */
export function oneTab(browser: Browser, open: (browser: Browser, url: string) => Promise<Watched> = openPage): Tab {
  let tab: Watched | undefined;
  return async (url) => {
    if (tab === undefined || tab.page.isClosed()) {
      tab = await open(browser, 'about:blank');
      const { page } = tab;
      atFileEnd(() => page.context().close());
    } else printOnFailure(tab.page);
    const { page, complaints } = tab;
    // A test that failed may have left it offline.
    await page.context().setOffline(false);
    await page.context().clearCookies();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.mouse.move(0, 0);
    // The page before may store something when it is left.
    await page.goto(new URL('/healthz', url).href);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    complaints.length = 0;
    await page.goto(url);
    return tab;
  };
}

/**
 * What a page will have reported. `refused`: includes refused requests, which the browser reports as errors. Leave it
 * out when the page's own message is tested.
 */
export function complaintsOf(page: Page, { refused = true } = {}): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    if (refused || !message.text().startsWith('Failed to load resource')) complaints.push(message.text());
  });
  return complaints;
}

/**
 * Like `page.route`, but resolves only when the page's requests are intercepted: a busy page can still send one past a
 * new route.
 */
export async function intercept(page: Page, ...[url, handler]: Parameters<Page['route']>): Promise<void> {
  await page.route(url, handler);
  if (page.url() === 'about:blank') return;
  await page.route('**/healthz', (route) => route.fulfill({ body: 'intercepted' }));
  await page.evaluate(async () => {
    while ((await (await fetch('/healthz')).text()) !== 'intercepted');
  });
  await page.unroute('**/healthz');
}

/** Keeps what can be undone: its ten seconds of real time do not pass while the pointer is on it. */
export const keepUndo = (page: Page): Promise<void> =>
  page.locator('.toasts').getByRole('button', { name: 'Undo' }).last().hover();
