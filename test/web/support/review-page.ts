import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { undoLasts } from '../../../server/web/review/undo.ts';
import { PATIENCE_MS } from '../../support/patience.ts';

import { isTrueInPage } from './in-page.ts';

/** Locators of the review page's elements. */
export const words = (page: Page) => page.getByRole('textbox', { name: 'What should change here?' });
export const marker = (page: Page, id: number) => page.getByRole('button', { name: new RegExp(`^Mark ${id}, `) });
export const save = (page: Page) => page.getByRole('button', { name: 'Save mark' });
export const toastWith = (page: Page, text: string | RegExp) => page.locator('.toasts').getByText(text);
export const stage = (page: Page) => page.locator('[data-scroller]').first();

/** Waits until the page shows its screenshot. */
export async function ready(page: Page, label: string): Promise<void> {
  await page.getByRole('img', { name: label }).first().waitFor();
  // A string, so that callers without browser types can import this file.
  const shown = "[...document.images].some((image) => image.alt !== '' && image.complete)";
  if (!(await isTrueInPage(page, shown, PATIENCE_MS))) throw new Error('The screenshot did not load.');
}

/** Waits for the marking tools, a separate script that loads when the browser is idle. */
export async function hasTools(page: Page): Promise<void> {
  const there =
    "performance.getEntriesByType('resource').some(({ name, responseEnd }) => /marking-tools/.test(name) && responseEnd > 0)";
  if (!(await isTrueInPage(page, there, PATIENCE_MS))) throw new Error('The marking tools did not load.');
}

/**
 * Waits for the parts that only the reviewer's page has: the decision, the list of marks and those to verify. They are
 * a separate script, which may load after the screenshot, and take space beside it.
 */
export const hasParts = (page: Page): Promise<void> => page.locator('.decision-bar').waitFor();

/** Clicks the screenshot, at pixels of the stage, and types. */
export async function write(page: Page, at: { x: number; y: number }, text: string): Promise<void> {
  await stage(page).click({ position: at });
  await words(page).waitFor();
  await page.keyboard.type(text);
}

/**
 * Waits until a toast with the text shows. Skips the time of timed toasts before it, and does not wait for those that
 * need an answer. The page's clock must be installed.
 */
export const toastAtLast = (page: Page, text: string | RegExp): Promise<void> =>
  expect
    .poll(async () => {
      const times = await toastWith(page, text).count();
      // Without a toast in its way it only has to come, and a jump would end the page's requests.
      if (times === 0 && (await page.locator('.toast').count()) > 0) await page.clock.fastForward(undoLasts);
      return times;
    })
    .toBe(1);
