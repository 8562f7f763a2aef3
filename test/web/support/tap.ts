import type { Locator, Page } from 'playwright-core';
import { isTrueInPage } from './in-page.ts';

/** Longer than a click takes to follow the end of a touch, in ms. */
const CLICK_WITHIN_MS = 5000;

/**
 * Taps until there is a click. On a busy machine the browser can take a tap for a long press and send no click. A
 * person then taps again.
 */
export async function tap(target: Locator): Promise<void> {
  const page = target.page();
  for (let tries = 0; tries < 5; tries += 1) {
    await page.evaluate(
      "window.clicked = false; addEventListener('click', () => { window.clicked = true; }, { capture: true, once: true })",
    );
    await target.tap();
    if (await isTrueInPage(page, 'window.clicked', CLICK_WITHIN_MS)) return;
  }
  throw new Error('Five taps gave no click.');
}

/**
 * Taps the screenshot until the composer asks about a point. A tap that counts as a long press draws an area, and is
 * repeated.
 */
export async function tapPoint(page: Page, x: number, y: number): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    await page.touchscreen.tap(x, y);
    await page.locator('.composer').waitFor();
    if ((await page.locator('.outline[data-kind="draft"]').count()) === 0) return;
    await tap(page.getByRole('button', { name: 'Discard', exact: true }));
  }
  throw new Error('Five taps gave no point.');
}

/** Returns the names of visible elements that are too small for a finger. */
export const tooSmallToTap = (buttons: Locator): Promise<(string | null)[]> =>
  buttons.evaluateAll((all) =>
    all.flatMap((button) => {
      const { width, height } = button.getBoundingClientRect();
      const shown = getComputedStyle(button).visibility === 'visible' && width > 0;
      return shown && (width < 44 || height < 44) ? [button.getAttribute('aria-label') ?? button.textContent] : [];
    }),
  );
