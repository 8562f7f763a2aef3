import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { launchBrowser, openPage } from './support/browser.ts';
import { pageImage } from './support/page-image.ts';
import { marker, ready, stage, words, write } from './support/review-page.ts';
import { drawn } from './support/stage.ts';

let service: TestService;
let browser: Browser;
let images: { image: string; label: string }[];

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), launchBrowser()]);
  const [desktop, mobile] = await Promise.all([pageImage(1440, 2400, '#a9b8ae'), pageImage(390, 1600, '#a9b8ae')]);
  images = [
    { image: desktop, label: 'Desktop' },
    { image: mobile, label: 'Mobile' },
  ];
});
afterAll(() => Promise.all([browser.close(), service.close()]));

/** A review with mark 1 on the first screenshot and mark 2 on the second. */
async function newReview() {
  const client = await service.newClient();
  const { id, review_url: url } = await client.call('create_review', { title: 'Checkout page', images });
  const link = service.byLink(url);
  for (const [at, body] of ['Too pale', 'Too small'].entries()) {
    const place = { screenshot_index: at, kind: 'point' as const, x: 0.5, y: 0.2 };
    await link.call('place_mark', { ...place, body, must_fix: false, client_mark_id: crypto.randomUUID() });
  }
  const marks = async () => (await client.call('get_review', { id })).marks;
  return { url, marks };
}

const shot = (page: Page, label: string) =>
  page.getByRole('navigation', { name: 'Screenshots' }).getByRole('button', { name: label });

test('a mark that is being moved stays where it was when the screenshot changes, and a click there begins a new one', async () => {
  const { url, marks } = await newReview();
  const { page } = await openPage(browser, url);
  await ready(page, 'Desktop');
  const before = await marks();
  await marker(page, 1).click();
  await page.getByRole('button', { name: 'Move or resize mark 1' }).click();
  await page.getByRole('dialog', { name: 'Move or resize mark 1' }).waitFor();
  await shot(page, 'Mobile').click();
  await marker(page, 2).waitFor();
  await stage(page).click({ position: { x: 500, y: 400 } });
  await words(page).waitFor();
  await shot(page, 'Desktop').click();
  await marker(page, 1).waitFor();
  expect(await page.getByRole('dialog', { name: 'Move or resize mark 1' }).count()).toBe(0);
  expect(await marks()).toEqual(before);
  await page.context().close();
});

test('going to a mark on another screenshot while writing leaves the words among the drafts', async () => {
  const { url } = await newReview();
  const { page } = await openPage(browser, url);
  await ready(page, 'Desktop');
  await write(page, { x: 300, y: 500 }, 'Half a thought');
  // Escape that ends what an input method offers is not the page's.
  await words(page).evaluate((field) => {
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true }));
  });
  await drawn(page);
  await page.keyboard.type(', and');
  await page.locator('.mark-row').getByText('Too small').click();
  await marker(page, 2).waitFor();
  expect(await words(page).count()).toBe(0);
  await page.getByText('1 draft not saved').waitFor();
  await page.getByRole('button', { name: 'Continue editing' }).click();
  await expect.poll(() => words(page).inputValue()).toBe('Half a thought, and');
  await page.context().close();
});
