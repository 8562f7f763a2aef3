import type { Page } from 'playwright-core';

const LOOK_EVERY_MS = 50;

/**
 * Waits until an expression is true in the page; returns false when it is not true in time. Polls from outside:
 * Playwright's own wait evaluates code inside the page from the second check on, which our Content-Security-Policy
 * blocks.
 */
export async function isTrueInPage(page: Page, expression: string, withinMs: number): Promise<boolean> {
  const end = Date.now() + withinMs;
  while ((await page.evaluate(expression)) !== true) {
    if (Date.now() > end) return false;
    await new Promise((next) => setTimeout(next, LOOK_EVERY_MS));
  }
  return true;
}
