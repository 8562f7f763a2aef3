import type { Page } from 'playwright-core';

const LOOK_EVERY_MS = 50;

/**
 * Until an expression is true in the page; false when it was not within the time. Looked at from here: what Playwright
 * waits for inside the page is evaluated there, which our pages' Content-Security-Policy refuses from the second look on.
 */
export async function isTrueInPage(page: Page, expression: string, withinMs: number): Promise<boolean> {
  const end = Date.now() + withinMs;
  while ((await page.evaluate(expression)) !== true) {
    if (Date.now() > end) return false;
    await new Promise((next) => setTimeout(next, LOOK_EVERY_MS));
  }
  return true;
}
