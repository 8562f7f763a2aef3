import type { Locator } from 'playwright-core';
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

/** The names of those that are shown and that a finger would miss. */
export const tooSmallToTap = (buttons: Locator): Promise<(string | null)[]> =>
  buttons.evaluateAll((all) =>
    all.flatMap((button) => {
      const { width, height } = button.getBoundingClientRect();
      const shown = getComputedStyle(button).visibility === 'visible' && width > 0;
      return shown && (width < 44 || height < 44) ? [button.getAttribute('aria-label') ?? button.textContent] : [];
    }),
  );
