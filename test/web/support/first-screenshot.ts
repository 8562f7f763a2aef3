import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import type { TestService } from '../../support/service.ts';
import { intercept } from './browser.ts';
import { pageImage } from './page-image.ts';
import { type Box, boxOf } from './stage.ts';

interface Size {
  width: number;
  height: number;
}
export const laptop: Size = { width: 1440, height: 900 };
export const phone: Size = { width: 390, height: 844 };

/** Makes a review with one screenshot, 1280 pixels wide, and returns its link. */
export async function reviewOf(service: TestService, height: number, colour = '#a9b8ae'): Promise<string> {
  const client = await service.newClient();
  const images = [{ image: await pageImage(1280, height, colour), label: 'Home' }];
  return (await client.call('create_review', { title: 'First look', images })).review_url;
}

/** Returns where the first screenshot is before the page's script loads, and after. */
export async function beforeAndAfterScript(browser: Browser, url: string, viewport: Size): Promise<[Box, Box]> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const held = Promise.withResolvers<void>();
  await intercept(page, '**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(url, { waitUntil: 'commit' });
  const first = page.locator('.first-screenshot img');
  await first.evaluate((image) => (image as HTMLImageElement).decode());
  // The style may load after the screenshot.
  const position = () =>
    first.evaluate((image) => getComputedStyle(image.closest('.first-screenshot') ?? document.body).position);
  await expect.poll(position).toBe('fixed');
  // The bar waits only for the screenshot.
  await page.locator('.top-bar').waitFor();
  const before = await boxOf(first);
  held.resolve();
  const after = await boxOf(page.locator('.shot-image, .strip img'));
  await context.close();
  return [before, after];
}

/** Returns where the page without scripts shows its note, and where the screenshot is. */
export async function withoutScripts(
  browser: Browser,
  url: string,
  viewport: Size,
): Promise<{ note: Box; screenshot: Box }> {
  const context = await browser.newContext({ viewport, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(url);
  const note = await boxOf(page.getByText(/^This page needs JavaScript/));
  const screenshot = await boxOf(page.locator('.first-screenshot'));
  await page.locator('.top-bar').waitFor();
  await context.close();
  return { note, screenshot };
}

/** Disables the page's timer of half a second, which would replace the screenshot early on a slow machine. */
const watch = `const wait = window.setTimeout;
window.setTimeout = (call, ms, ...rest) => (ms === 500 ? 0 : wait(call, ms, ...rest));
window.order = [];
new PerformanceObserver((list) => {
  for (const { identifier } of list.getEntries()) order.push('shown: ' + identifier);
}).observe({ type: 'element', buffered: true });
new MutationObserver((changes) => {
  for (const { removedNodes } of changes)
    for (const node of removedNodes) if (node.className === 'first-screenshot') order.push('taken away');
}).observe(document, { childList: true, subtree: true });`;

/** Returns the events of the first screenshot until the page's own replaces it, in order. */
export async function untilReplaced(browser: Browser, url: string): Promise<unknown> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(url);
  await page.locator('.strip img').first().waitFor();
  const order = await page.evaluate('order');
  await context.close();
  return order;
}

/**
 * Opens a page whose script or style fails, then reloads it with both. Returns the right edge of its button in CSS
 * pixels.
 */
export async function reloadWhole(
  browser: Browser,
  url: string,
  viewport: Size,
  missing: 'js' | 'css',
): Promise<number> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const files = `**/assets/review-*.${missing}`;
  await intercept(page, files, (route) => route.abort());
  await page.goto(url);
  await page.getByRole('alert').getByText('The page did not load whole.').waitFor();
  const reload = page.getByRole('button', { name: 'Reload' });
  const { x, width } = await boxOf(reload);
  await page.unroute(files);
  await reload.click();
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  expect(page.url()).toBe(url);
  await context.close();
  return x + width;
}
