import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { launchBrowser } from './support/browser.ts';
import { pageImage } from './support/page-image.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await service.close();
});

const viewport = { width: 390, height: 844 };

test('the screenshot is there before the script is, and stays where it is', async () => {
  const client = await service.newClient();
  const images = [{ image: await pageImage(1280, 9000, '#a9b8ae'), label: 'Home' }];
  const { review_url } = await client.call('create_review', { title: 'First look', images });
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  let release = (): void => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(review_url, { waitUntil: 'commit' });
  const first = page.locator('.first-look img');
  await first.evaluate((image) => (image as HTMLImageElement).decode());
  // The style may come after the screenshot.
  const position = () =>
    first.evaluate((image) => getComputedStyle(image.closest('.first-look') ?? document.body).position);
  await expect.poll(position).toBe('fixed');
  const before = await first.boundingBox();
  release();
  const after = await page.locator('.shot-image, .strip img').first().boundingBox();
  expect(before).not.toBeNull();
  for (const side of ['x', 'y', 'width'] as const) expect(before?.[side]).toBeCloseTo(after?.[side] ?? -1, 0);
  await context.close();
});

test('without scripts it says so above the screenshot', async () => {
  const client = await service.newClient();
  const images = [{ image: await pageImage(1280, 3000, '#a9b8ae'), label: 'Home' }];
  const { review_url } = await client.call('create_review', { title: 'First look', images });
  const context = await browser.newContext({ viewport, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(review_url);
  const note = await page.getByText(/^This page needs JavaScript/).boundingBox();
  const look = await page.locator('.first-look').boundingBox();
  if (note === null || look === null) throw new Error('no note or no screenshot');
  expect(note.y + note.height).toBeLessThanOrEqual(look.y);
  expect(look.y + look.height).toBe(viewport.height);
  await context.close();
});

/** With patience without end, however slow the machine is: its timer is the one of half a second. */
const watch = `const wait = window.setTimeout;
window.setTimeout = (call, ms, ...rest) => (ms === 500 ? 0 : wait(call, ms, ...rest));
window.order = [];
new PerformanceObserver((list) => {
  for (const { identifier } of list.getEntries()) order.push('shown: ' + identifier);
}).observe({ type: 'element', buffered: true });
new MutationObserver((changes) => {
  for (const { removedNodes } of changes)
    for (const node of removedNodes) if (node.className === 'first-look') order.push('taken away');
}).observe(document, { childList: true, subtree: true });`;

test('it stays until it has been on the screen', async () => {
  const client = await service.newClient();
  const images = [{ image: await pageImage(1280, 6000, '#a9b8ae'), label: 'Home' }];
  const { review_url } = await client.call('create_review', { title: 'First look', images });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(review_url);
  await page.locator('.strip img').first().waitFor();
  expect(await page.evaluate('order')).toEqual(['shown: first-look', 'taken away']);
  await context.close();
});

test('a script that does not come is said, with the way to try again', async () => {
  const client = await service.newClient();
  const images = [{ image: await pageImage(1280, 3000, '#a9b8ae'), label: 'Home' }];
  const { review_url } = await client.call('create_review', { title: 'First look', images });
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const scripts = '**/assets/reviewer-*.js';
  await page.route(scripts, (route) => route.abort());
  await page.goto(review_url);
  await page.getByRole('alert').getByText('The page did not load whole.').waitFor();
  const reload = page.getByRole('button', { name: 'Reload' });
  const box = await reload.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 9999)).toBeLessThanOrEqual(viewport.width);
  await page.unroute(scripts);
  await reload.click();
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  expect(page.url()).toBe(review_url);
  await context.close();
});
