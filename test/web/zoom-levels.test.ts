import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { mark, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { launchBrowser, openPage } from './support/browser.ts';
import { newGuestReview, openGuest } from './support/guests.ts';
import { hasParts, marker } from './support/review-page.ts';
import { boxOf, frameOf, scroller } from './support/stage.ts';
import { tallReview } from './support/tall.ts';
import { tap } from './support/tap.ts';
import { gesture, settled, zoomed } from './support/zoom.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

/** Returns the colours of a part of the window, in the order of their first pixel. */
async function coloursOf(page: Page, clip: { x: number; y: number; width: number; height: number }) {
  const png = await page.screenshot({ clip });
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colours = new Set<string>();
  for (let at = 0; at < data.length; at += info.channels) colours.add(data.subarray(at, at + 3).toString('hex'));
  return [...colours];
}

test('a tall screenshot at 3200 % shows its pixels as squares, also where two strips meet', async () => {
  const url = await tallReview(service);
  // A line of the screenshot begins with the second strip.
  await reviewerOf({ review_url: url }).call('place_mark', mark({ kind: 'point', x: 40 / 1440, y: 2000 / 16_000 }));
  const { page, complaints } = await openPage(browser, `${url}#mark-1`);
  await marker(page, 1).waitFor();
  await page.keyboard.press('0');
  for (const percent of [125, 150, 200, 300, 400, 600, 800, 1200, 1600, 2400, 3200, 3200]) {
    await page.keyboard.press('+');
    await expect.poll(() => zoomed(page)).toBe(percent / 100);
    const rendering = page
      .locator('.strip img')
      .first()
      .evaluate((image) => getComputedStyle(image).imageRendering);
    expect(await rendering).toBe(percent < 400 ? 'auto' : 'pixelated');
  }
  await page.keyboard.press('p');
  await expect
    .poll(async () => {
      const { y } = await boxOf(marker(page, 1));
      return y > 48 && y < 844;
    })
    .toBe(true);
  await page.keyboard.press('h');
  await page.mouse.move(0, 0);
  const { x, y } = await frameOf(page);
  // Two pixels on each side of the corner of the line.
  const corner = { x: x + 40 * 32, y: y + 2000 * 32 };
  const clip = { x: Math.round(corner.x) - 64, y: Math.round(corner.y) - 64, width: 128, height: 128 };
  await expect.poll(() => coloursOf(page, clip)).toEqual(['ffffff', 'c9ccd4']);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('Shift F and a button show the whole screenshot, on a guest’s phone too; Shift 0 and Shift 1 show it at 100 % and as wide as the stage', async () => {
  const made = await newGuestReview(service);
  const { page } = await openPage(browser, made.reviewUrl);
  await hasParts(page);
  await page.keyboard.press('Shift+F');
  const isWhole = async (page: Page) => {
    const [image, stage] = [await frameOf(page), await boxOf(scroller(page))];
    return image.y >= stage.y && image.y + image.height <= stage.y + stage.height;
  };
  await expect.poll(() => isWhole(page)).toBe(true);
  await page.keyboard.press('f');
  await expect.poll(() => isWhole(page)).toBe(false);
  const fit = await zoomed(page);
  await page.keyboard.press('Shift+Digit0');
  await expect.poll(() => zoomed(page)).toBe(1);
  await page.keyboard.press('Shift+Digit1');
  await expect.poll(() => zoomed(page)).toBe(fit);
  expect(fit).toBeLessThan(1);
  await page.context().close();
  const guest = await openGuest(browser, made.guestUrl, true);
  await tap(guest.page.getByRole('button', { name: 'Fit whole' }));
  await expect.poll(() => isWhole(guest.page)).toBe(true);
  await guest.page.context().close();
});

test('a zoom, by gesture or key, stays with its screenshot; another starts as wide as the stage, except as a whole', async () => {
  const { reviewUrl } = await newGuestReview(service);
  const { page } = await openPage(browser, reviewUrl);
  await hasParts(page);
  const at = { x: 700, y: 420 };
  await gesture(page, 'gesturestart', 1, at);
  await gesture(page, 'gesturechange', 2, at);
  await settled(page);
  const zoom = await zoomed(page);
  expect(zoom).toBeGreaterThan(1);
  await page.keyboard.press('j');
  await expect.poll(() => zoomed(page)).toBe(1);
  await page.keyboard.press('k');
  await expect.poll(() => zoomed(page)).toBe(zoom);
  await page.keyboard.press('0');
  await page.keyboard.press('+');
  await expect.poll(() => zoomed(page)).toBe(1.25);
  await page.keyboard.press('j');
  const stage = (name: string) => page.getByRole('region', { name, exact: true }).waitFor();
  await stage('Mobile');
  await expect.poll(() => zoomed(page)).toBe(1);
  await page.keyboard.press('0');
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect.poll(() => zoomed(page)).toBe(1.5);
  await page.keyboard.press('k');
  await stage('Desktop');
  await expect.poll(() => zoomed(page)).toBe(1.25);
  await page.keyboard.press('j');
  await stage('Mobile');
  await expect.poll(() => zoomed(page)).toBe(1.5);
  await page.keyboard.press('Shift+F');
  await page.keyboard.press('k');
  await stage('Desktop');
  await expect.poll(() => page.getByRole('button', { name: 'Fit whole' }).getAttribute('aria-pressed')).toBe('true');
  await page.context().close();
});
