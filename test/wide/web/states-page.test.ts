import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { png, review } from '../../support/factories.ts';
import { startService, type TestService } from '../../support/service.ts';
import { launchBrowser, openPage, soon } from '../../web/support/browser.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService({ OUTBOUND_ALLOW: 'fetch=127.0.0.0/8' }), launchBrowser()]);
});
afterAll(() => Promise.all([service.close(), browser.close()]));

test('forced colours mark the current screenshot', async () => {
  const client = await service.newClient();
  const image = (await png()).toString('base64');
  const images = ['One', 'Two'].map((label) => ({ image, label }));
  const { page } = await openPage(browser, (await review(client, { images })).review_url);
  await page.emulateMedia({ forcedColors: 'active' });
  const outline = (name: string) =>
    page.getByRole('button', { name }).evaluate((shot) => getComputedStyle(shot).outlineStyle);
  await soon(() => outline('One')).toBe('solid');
  expect(await outline('Two')).toBe('none');
  await page.context().close();
});

test('a transparent screenshot is shown on a checkerboard once it has loaded', async () => {
  const client = await service.newClient();
  const { page } = await openPage(browser, (await review(client)).review_url);
  const ground = () => page.locator('img.shot-image').evaluate((image) => getComputedStyle(image).backgroundImage);
  await soon(ground).toContain('conic-gradient');
  await page.context().close();
});
