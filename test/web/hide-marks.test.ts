import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { mark } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { launchBrowser, openPage } from './support/browser.ts';
import { clickImage, newGuestReview, openGuest, words } from './support/guests.ts';
import { hasParts, marker } from './support/review-page.ts';
import { tap } from './support/tap.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const made = await newGuestReview(service);
await made.reviewer.call(
  'place_mark',
  mark({ kind: 'box', x: 0.1, y: 0.05, width: 0.3, height: 0.02, body: 'Larger title' }),
);

const hide = (page: Page) => page.getByRole('button', { name: 'Hide marks' });
const hint = (page: Page) => page.getByText('Marks are hidden.', { exact: true });
const seen = (page: Page) => page.locator('.image :is(.marker, .outline, .handle):visible').count();

test('a key and a button hide the marks of the screenshot, until a mark is selected in the list', async () => {
  const { page, complaints } = await openPage(browser, made.reviewUrl);
  await hasParts(page);
  await hide(page).waitFor();
  await marker(page, 1).click();
  await page.locator('.handle').first().waitFor();
  await page.keyboard.press('h');
  await hint(page).waitFor();
  await expect.poll(() => hide(page).getAttribute('aria-pressed')).toBe('true');
  expect(await seen(page)).toBe(0);
  await page.getByRole('status').getByText('Marks are hidden. Press H to show them.').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Show marks' }).click();
  await marker(page, 1).waitFor();
  await hide(page).click();
  await hint(page).waitFor();
  await page.getByRole('button', { name: /^Show mark 1:/ }).click();
  await marker(page, 1).waitFor();
  expect([await hint(page).count(), complaints]).toEqual([0, []]);
  await page.context().close();
});

test('a guest hides them by touch, and a new suggestion shows them', async () => {
  const { page } = await openGuest(browser, made.guestUrl, true);
  await tap(hide(page));
  await hint(page).waitFor();
  expect(await seen(page)).toBe(0);
  await clickImage(page, 100, 300);
  await words(page).waitFor();
  await expect.poll(() => seen(page)).toBeGreaterThan(0);
  expect(await hint(page).count()).toBe(0);
  await page.context().close();
});
