import type { Page } from 'playwright-core';
import { undoLasts } from '../../../server/web/review/undo.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { soon } from './browser.ts';
import { isTrueInPage } from './in-page.ts';

/** Where the things of the review page are. */
export const words = (page: Page) => page.getByRole('textbox', { name: 'What should change here?' });
export const marker = (page: Page, id: number) => page.getByRole('button', { name: new RegExp(`^Mark ${id}, `) });
export const save = (page: Page) => page.getByRole('button', { name: 'Save mark' });
export const toastWith = (page: Page, text: string | RegExp) => page.locator('.toasts').getByText(text);
export const stage = (page: Page) => page.locator('[data-scroller]').first();

/** Waits until the page's screenshot is there and the stream of changes is open. */
export async function ready(page: Page, label: string): Promise<void> {
  await page.getByRole('img', { name: label }).first().waitFor();
  // As text: whoever plays a person need not know a browser's types.
  const shown = "[...document.images].some((image) => image.alt !== '' && image.complete)";
  if (!(await isTrueInPage(page, shown, PATIENCE_MS))) throw new Error('The picture did not come.');
}

/** Until what marking needs beside the page's own script is there: it comes when the browser has nothing else to do. */
export async function hasTools(page: Page): Promise<void> {
  const there =
    "performance.getEntriesByType('resource').some(({ name, responseEnd }) => /marking-tools/.test(name) && responseEnd > 0)";
  if (!(await isTrueInPage(page, there, PATIENCE_MS))) throw new Error('The tools did not come.');
}

/**
 * Until what only the reviewer's page shows is drawn: the decision, the list of marks and those to verify. It is a script
 * of its own, which may come after the screenshot, and takes its place beside it.
 */
export const hasParts = (page: Page): Promise<void> => page.locator('.decision-bar').waitFor();

/** Clicks the screenshot, in pixels of the stage, and types. */
export async function write(page: Page, at: { x: number; y: number }, text: string): Promise<void> {
  await stage(page).click({ position: at });
  await words(page).waitFor();
  await page.keyboard.type(text);
}

/**
 * Until it is said, letting pass at once what stands before it for a while: of what stands there until it is answered. The
 * page's clock is installed.
 */
export const toastAtLast = (page: Page, text: string | RegExp): Promise<void> =>
  soon(async () => {
    const times = await toastWith(page, text).count();
    if (times === 0) await page.clock.fastForward(undoLasts);
    return times;
  }).toBe(1);
