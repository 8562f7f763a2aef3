import type { Page } from 'playwright-core';
import { hasParts } from './review-page.ts';

/** The ways to compare two passes, in the order of their keys. */
export const names = ['Now', 'Side by side', 'Swipe', 'Diff', 'Onion', 'Blink'];
export const mode = (page: Page, name: string) => page.locator('.segments').getByRole('button', { name, exact: true });
export const chosen = (page: Page) => page.locator('main').getAttribute('data-mode');

/** Returns the previous pass, where it lies over the current one. */
export const before = (page: Page) => page.locator('.before-layer');
export const opacity = (page: Page) => before(page).evaluate((layer) => Number(getComputedStyle(layer).opacity));
export const shown = (page: Page) => before(page).evaluate((layer) => getComputedStyle(layer).visibility === 'visible');

/** Waits until the screenshot and everything beside it is there. */
export async function ready(page: Page): Promise<void> {
  await page.getByRole('img', { name: 'Desktop, pass 2' }).first().waitFor();
  await hasParts(page);
}
