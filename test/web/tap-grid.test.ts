import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { launchBrowser, soon } from './support/browser.ts';
import { newScene, type Scene } from './support/guests.ts';
import { boxOf, fingersOn, words } from './support/stage.ts';
import { screens, tapGrid } from './support/tap-grid.ts';

let service: TestService;
let browser: Browser;
let scene: Scene;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), launchBrowser()]);
  scene = await newScene(service);
});
afterAll(() => Promise.all([service.close(), browser.close()]));

test.each(screens)('each tap on the screenshot opens a composer with the focus in its text, %o', async (screen) => {
  for (const url of [scene.reviewUrl, scene.guestUrl]) {
    const { taps, lost } = await tapGrid(browser, url, screen, 130);
    expect(taps).toBeGreaterThan(5);
    expect(lost).toEqual([]);
  }
});

test('a finger that rested where the composer’s buttons come leaves it open, with the focus in its text', async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(scene.reviewUrl);
  const touch = await fingersOn(page);
  await page.locator('.surface[data-can-mark="true"]').waitFor();
  await page.evaluate(() => {
    addEventListener('click', () => document.body.setAttribute('data-clicked', ''), true);
  });
  await touch('touchStart', [362, 626]);
  await page.locator('.outline[data-kind="preview"]').waitFor();
  await touch('touchEnd');
  await words(page).waitFor();
  await soon(() => words(page).evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.locator('body[data-clicked]').count()).toBe(0);

  // The text is kept when the screen is turned.
  await words(page).fill('Kept');
  await page.setViewportSize({ width: 844, height: 390 });
  await soon(async () => (await boxOf(words(page))).width).toBeLessThan(400);
  expect(await words(page).inputValue()).toBe('Kept');
  await context.close();
});
