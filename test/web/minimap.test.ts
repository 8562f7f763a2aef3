import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { mark } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { launchBrowser, openPage } from './support/browser.ts';
import { pageImage } from './support/page-image.ts';
import { hasParts } from './support/review-page.ts';
import { boxOf, drawn, scroller } from './support/stage.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

const map = (page: Page) => page.locator('.minimap');
const isShown = (page: Page) => map(page).evaluate((element) => getComputedStyle(element).pointerEvents === 'auto');
const top = (page: Page) => scroller(page).evaluate((element) => element.scrollTop);

test('scrolling a tall screenshot shows all of it, and a press there goes there', async () => {
  const client = await service.newClient();
  const images = [
    { image: await pageImage(1440, 9000, '#1a7340'), label: 'Long' },
    { image: await pageImage(1440, 900, '#1a7340'), label: 'Short' },
  ];
  const made = await client.call('create_review', { title: 'Long', images });
  await service.byLink(made.review_url).call('place_mark', mark({ y: 0.9, height: 0.01, body: 'Far below' }));
  const { page, complaints } = await openPage(browser, made.review_url);
  await drawn(page);
  await hasParts(page);
  const wide = (await boxOf(page.locator('.image'))).width;
  await expect.poll(() => map(page).count()).toBe(1);
  expect(await isShown(page)).toBe(false);
  const dot = await boxOf(page.locator('.minimap-mark'));
  // It goes soon after a scroll, but not while the pointer is over it.
  await expect
    .poll(async () => {
      await page.mouse.move(600, 500);
      await page.mouse.wheel(0, 20);
      await page.mouse.move(dot.x + 20, dot.y + dot.height / 2);
      return isShown(page);
    })
    .toBe(true);
  await page.mouse.click(dot.x + 20, dot.y + dot.height / 2);
  const marker = page.getByRole('button', { name: /^Mark 1, open/ });
  const stage = await boxOf(scroller(page));
  await expect.poll(async () => Math.abs((await boxOf(marker)).y - stage.y - stage.height / 2) < 60).toBe(true);
  expect((await boxOf(page.locator('.image'))).width).toBe(wide);

  await page.mouse.move(300, 500);
  await expect.poll(() => isShown(page)).toBe(false);
  const there = await top(page);
  await page.keyboard.press('j');
  await page.getByRole('img', { name: 'Short, pass 1' }).waitFor();
  await expect.poll(() => map(page).count()).toBe(0);
  await page.keyboard.press('k');
  await expect.poll(async () => Math.abs((await top(page)) - there) <= 1).toBe(true);
  expect(complaints).toEqual([]);
  await page.context().close();
});
