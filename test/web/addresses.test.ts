import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { mark } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { launchBrowser, openPage } from './support/browser.ts';
import { newGuestReview } from './support/guests.ts';
import { marker, toastWith } from './support/review-page.ts';
import { tap } from './support/tap.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const made = await newGuestReview(service);
const place = { kind: 'point', x: 0.3 } as const;
await made.reviewer.call('place_mark', mark({ ...place, y: 0.05, body: 'Larger title' }));
await made.reviewer.call('place_mark', mark({ ...place, y: 0.9, body: 'Too low' }));
await made.reviewer.call('place_mark', mark({ ...place, y: 0.5, screenshot_index: 1, body: 'Too narrow' }));

const shot = (page: Page, label: string) => page.getByRole('region', { name: label, exact: true });
const row = (page: Page, id: number) => page.getByRole('button', { name: new RegExp(`^Show mark ${id}:`) });
const isChosen = (page: Page, id: number) => row(page, id).getAttribute('aria-pressed');
const fragment = (page: Page) => page.evaluate(() => location.hash);
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('the address follows what is shown, and Back, Forward, editing and opening it show that', async () => {
  const { page, complaints } = await openPage(browser, made.reviewUrl);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await row(page, 2).click();
  await expect.poll(() => fragment(page)).toBe('#mark-2');
  await page.getByRole('button', { name: /^Mobile/ }).click();
  await expect.poll(() => fragment(page)).toBe('#screenshot-2');
  await row(page, 1).click();
  await expect.poll(() => fragment(page)).toBe('#mark-1');
  await page.goBack();
  await shot(page, 'Mobile').waitFor();
  await page.goBack();
  await shot(page, 'Desktop').waitFor();
  await expect.poll(() => isChosen(page, 2)).toBe('true');
  await page.goBack();
  await expect.poll(() => isChosen(page, 2)).toBe('false');
  expect(page.url()).toBe(made.reviewUrl);
  await page.goForward();
  await expect.poll(() => isChosen(page, 2)).toBe('true');
  await page.evaluate(() => {
    location.hash = '#mark-99';
  });
  await toastWith(page, 'This pass has no mark 99.').waitFor();
  expect([await isChosen(page, 2), await fragment(page)]).toEqual(['true', '#mark-99']);

  await page.keyboard.press('y');
  await toastWith(page, 'Link to mark 2 copied').waitFor();
  expect(await copied(page)).toBe(`${made.reviewUrl}#mark-2`);
  const link = page.getByRole('button', { name: 'Copy link to mark 2' });
  expect(await link.getAttribute('title')).toBe('Anyone with this link can do here what you can.');
  await page.keyboard.press('j');
  await shot(page, 'Mobile').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('y');
  await toastWith(page, 'Link to the screenshot “\u2068Mobile\u2069” copied').waitFor();
  expect(await copied(page)).toBe(`${made.reviewUrl}#screenshot-2`);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('a link opens its mark on a guest’s phone, and a tap copies the guest’s own link', async () => {
  const { page, complaints } = await openPage(browser, `${made.guestUrl}#mark-3`, true);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await shot(page, 'Mobile').waitFor();
  await expect.poll(() => isChosen(page, 3)).toBe('true');
  await tap(page.getByRole('button', { name: 'Copy link to mark 3' }));
  await expect.poll(() => copied(page)).toBe(`${made.guestUrl}#mark-3`);
  await tap(page.getByRole('button', { name: /^About this review/ }));
  await tap(page.getByRole('button', { name: 'Copy link to this screenshot' }));
  await expect.poll(() => copied(page)).toBe(`${made.guestUrl}#screenshot-2`);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('a link to a mark far down shows it, whose screenshot alone counts as seen', async () => {
  const { page } = await openPage(browser, `${made.reviewUrl}#mark-3`);
  await expect.poll(() => isChosen(page, 3)).toBe('true');
  await expect.poll(() => page.locator('.shot[data-seen="true"]').count()).toBe(1);
  expect(await page.locator('.shot[data-seen="true"]').getAttribute('aria-current')).toBe('true');
  await page.evaluate(() => {
    location.hash = '#mark-2';
  });
  await expect
    .poll(() =>
      marker(page, 2).evaluate((dot) => {
        const { top } = dot.getBoundingClientRect();
        return top > 48 && top < innerHeight - 56;
      }),
    )
    .toBe(true);
  await page.context().close();
});
