import { expect, test } from 'vitest';
import { nextPass, review } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';
import { launchBrowser } from '../../web/support/browser.ts';
import { newGuestReview, nextPassOf } from '../../web/support/guests.ts';
import { boxOf } from '../../web/support/stage.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

test('at 400 % browser zoom the screenshot takes most of the window, and every bar can be reached', async () => {
  const { reviewUrl, guestUrl } = await nextPassOf(service, await newGuestReview(service));
  for (const [url, last] of [
    [reviewUrl, '.decision-bar'],
    [guestUrl, '.panel'],
  ] as const) {
    for (const viewport of [
      { width: 360, height: 225 },
      { width: 800, height: 280 },
    ]) {
      const page = await browser.newPage({ viewport, deviceScaleFactor: 4 });
      await page.goto(url);
      const stage = page.locator('[data-scroller]');
      if (url === reviewUrl) {
        const menu = page.locator('.modes-menu');
        await expect.poll(async () => (await boxOf(menu)).y - (await boxOf(stage)).y).toBeGreaterThan(0);
      }
      await stage.scrollIntoViewIfNeeded();
      const name = `${url === reviewUrl ? 'reviewer' : 'guest'} ${viewport.width}`;
      await expect.poll(async () => (await boxOf(stage)).height / viewport.height).toBeGreaterThan(0.6);
      await page.locator(last).scrollIntoViewIfNeeded();
      const foot = await boxOf(page.locator(last));
      expect(foot.y, name).toBeGreaterThanOrEqual(0);
      expect(foot.y, name).toBeLessThan(viewport.height);
      await stage.scrollIntoViewIfNeeded();
      const { x, y, width } = await boxOf(stage);
      await page.mouse.click(x + width / 2, y + 40);
      await page.locator('.composer textarea').waitFor();
      await page.getByRole('button', { name: /^(Save mark|Send)/ }).scrollIntoViewIfNeeded();
      await page.close();
    }
  }
});

test('at 200 % zoom on a phone, the buttons of the decision stay inside the window', async () => {
  const page = await browser.newPage({ viewport: { width: 195, height: 422 } });
  await page.goto((await newGuestReview(service)).reviewUrl);
  const { x, width } = await boxOf(page.getByRole('button', { name: 'Approve', exact: true }));
  expect(x + width).toBeLessThan(195);
  await page.close();
});

test('at 200 % zoom on a phone, the tools below the screenshot stay in one row, beside the ways to compare too', async () => {
  const client = await service.newClient();
  const first = await review(client);
  const second = await nextPass(client, first);
  for (const url of [first.guest_share_url, second.review_url]) {
    const phone = { viewport: { width: 195, height: 422 }, hasTouch: true, isMobile: true };
    const page = await browser.newPage(phone);
    await page.goto(url);
    const tools = page.locator('.stage-tools');
    await page.getByRole('img').first().waitFor();
    expect((await boxOf(tools)).height).toBeLessThan(60);
    const menu = page.locator('.modes-menu');
    if ((await menu.count()) > 0) {
      const { x, width } = await boxOf(menu);
      expect(x + width).toBeLessThan((await boxOf(tools)).x);
    }
    await page.close();
  }
});
