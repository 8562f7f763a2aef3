import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';
import { launchBrowser, openPage, soon } from '../../web/support/browser.ts';
import { openShop, reviewShop, type Shop } from '../../web/support/shop.ts';

let service: TestService;
let browser: Browser;
let shop: Shop;

beforeAll(async () => {
  [service, browser, shop] = await Promise.all([
    startService({ OUTBOUND_ALLOW: 'capture=127.0.0.0/8' }),
    launchBrowser(),
    openShop(),
  ]);
});
afterAll(() => Promise.all([service.close(), browser.close(), shop.close()]));

test('the keys of marking can be switched off, and none of them approves', async () => {
  const { review } = await reviewShop(service, shop);
  const { page } = await openPage(browser, review.review_url);
  await page
    .getByRole('img', { name: /desktop/ })
    .first()
    .waitFor();
  for (const key of 'abcdefghijklmnopqrstuvwxyz0123456789[],.+-') {
    await page.keyboard.press(key);
    await page.keyboard.press('Escape');
  }
  expect((await service.byLink(review.review_url).call('read_review', {})).review.status).toBe('open');
  await page.keyboard.press('?');
  await page.getByRole('checkbox', { name: 'Use single-key shortcuts on this device' }).uncheck();
  await page.keyboard.press('Escape');
  const tool = page.getByRole('button', { name: 'Mark an element', exact: true });
  for (const key of ['e', 'a', 't']) await page.keyboard.press(key);
  await soon(() => tool.getAttribute('aria-pressed')).toBe('false');
  await soon(() => page.getByRole('tree').count()).toBe(0);
  await page.context().close();
});
