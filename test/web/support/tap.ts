import type { Locator, Page } from 'playwright-core';
import { isTrueInPage } from './in-page.ts';

/** More than a click takes to follow a finger that was lifted. */
const CLICK_WITHIN_MS = 5000;

/**
 * A tap that clicks. Where the machine is so busy that the finger seems to rest, the browser takes it for a long press
 * and sends no click: a person then taps again, and so does this.
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

/** A tap on the screenshot that asks for words about a point: one that seems to rest draws an area, and is given again. */
export async function tapPoint(page: Page, x: number, y: number): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    await page.touchscreen.tap(x, y);
    await page.locator('.composer').waitFor();
    if ((await page.locator('.outline[data-kind="draft"]').count()) === 0) return;
    await tap(page.getByRole('button', { name: 'Discard', exact: true }));
  }
  throw new Error('Five taps gave no point.');
}

/** The names of those that are shown and that a finger would miss. */
export const tooSmallToTap = (buttons: Locator): Promise<(string | null)[]> =>
  buttons.evaluateAll((all) =>
    all.flatMap((button) => {
      const { width, height } = button.getBoundingClientRect();
      const shown = getComputedStyle(button).visibility === 'visible' && width > 0;
      return shown && (width < 44 || height < 44) ? [button.getAttribute('aria-label') ?? button.textContent] : [];
    }),
  );
