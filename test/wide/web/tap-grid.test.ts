import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { launchBrowser } from '../../web/support/browser.ts';
import { newGuestReview } from '../../web/support/guests.ts';
import { drawn } from '../../web/support/stage.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const phone = { width: 390, height: 844, step: 48 };
/** The guests’ page is the same page, so only the reviewer’s is tapped. */
const screens = [phone, { width: 768, height: 1024, step: 96 }, { width: 1024, height: 768, step: 96 }];

const openTouch = async (url: string, viewport: { width: number; height: number }): Promise<Page> => {
  const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('.surface[data-can-mark="true"]').waitFor();
  await page.waitForFunction("document.querySelector('.shot-image')?.complete === true");
  return page;
};

const found = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const composer = document.querySelector('.composer');
    if (composer === null) return 'no composer';
    const at = document.activeElement;
    return composer.contains(at) && at instanceof HTMLTextAreaElement ? 'focused' : `focus on ${at?.tagName}`;
  });

/** Taps a grid of points on the visible screenshot. Returns those after which no composer had the focus in its text. */
async function tapGrid(url: string, { step, ...viewport }: typeof phone) {
  const page = await openTouch(url, viewport);
  const lost: { x: number; y: number; found: string }[] = [];
  let taps = 0;
  for (let y = step / 2; y < viewport.height; y += step) {
    for (let x = step / 2; x < viewport.width; x += step) {
      await page.locator('[data-scroller]').evaluate((stage) => stage.scrollTo({ top: 0, behavior: 'instant' }));
      const onShot = await page.evaluate(
        ([left, top]) => document.elementFromPoint(left, top)?.matches('.surface') ?? false,
        [x, y] as const,
      );
      if (!onShot) continue;
      await page.touchscreen.tap(x, y);
      // A touch is followed by its mouse events and its click.
      await drawn(page);
      const now = await found(page);
      taps += 1;
      if (now !== 'focused') lost.push({ x, y, found: now });
      await page.keyboard.press('Escape');
      await page.locator('.composer').waitFor({ state: 'detached' });
    }
  }
  await page.context().close();
  return { taps, lost };
}

test('each tap of a dense grid opens a composer with the focus in its text', async () => {
  const { reviewUrl } = await newGuestReview(service);
  const table = [];
  for (const screen of screens) {
    const { taps, lost } = await tapGrid(reviewUrl, screen);
    table.push({ width: screen.width, taps, lost: lost.length, first: JSON.stringify(lost.slice(0, 2)) });
  }
  console.table(table);
  expect(table.filter(({ lost }) => lost > 0)).toEqual([]);
});
