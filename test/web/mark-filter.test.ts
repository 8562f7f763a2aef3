import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { mark } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { launchBrowser, openPage } from './support/browser.ts';
import { newGuestReview } from './support/guests.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

const menu = (page: Page, filter: string) =>
  page.getByRole('button', { name: new RegExp(`^Filter marks: ${filter} \\d$`) });
const option = (page: Page, text: string) => page.getByRole('group', { name: 'Filter marks' }).getByText(text);
const rows = (page: Page) => page.getByRole('button', { name: /^Show mark \d:/ });
const row = (page: Page, id: number) => page.getByRole('button', { name: new RegExp(`^Show mark ${id}:`) });

test('a filter shortens the lists, is remembered, and says so when it hides the selected mark', async () => {
  const made = await newGuestReview(service);
  const place = { kind: 'point', x: 0.3, y: 0.05 } as const;
  for (const more of [{ must_fix: true }, {}, { screenshot_index: 1 }]) {
    await made.reviewer.call('place_mark', mark({ ...place, ...more }));
  }
  const { page, complaints } = await openPage(browser, made.reviewUrl);
  await menu(page, 'All marks').click();
  const counts = page.getByRole('group', { name: 'Filter marks' }).getByRole('button');
  expect((await counts.allTextContents()).map((text) => text.trim())).toEqual([
    'All marks 3',
    'On this screenshot 2',
    'Must fix 1',
    'Open 3',
    'To verify 0',
  ]);
  await option(page, 'Must fix').click();
  await expect.poll(() => rows(page).count()).toBe(1);
  await page.getByText('The filter hides 2 marks here.').waitFor();

  await page.getByRole('button', { name: /^Mark 2, / }).click();
  await page.getByText('Mark 2 is selected, but the filter hides it.').waitFor();
  await page.reload();
  await menu(page, 'Must fix').waitFor();
  await expect.poll(() => rows(page).count()).toBe(1);

  // By keyboard
  await menu(page, 'Must fix').press('Enter');
  await option(page, 'On this screenshot').press('Enter');
  await expect.poll(() => rows(page).count()).toBe(2);
  await page.keyboard.press('j');
  await row(page, 3).waitFor();
  await expect.poll(() => rows(page).count()).toBe(1);
  await page.getByRole('button', { name: 'Show all' }).first().click();
  await expect.poll(() => rows(page).count()).toBe(3);
  expect(complaints).toEqual([]);

  // A guest on the same device sees all marks and has no filter.
  await menu(page, 'All marks').click();
  await option(page, 'To verify').click();
  await expect.poll(() => rows(page).count()).toBe(0);
  await page.goto(made.guestUrl);
  await expect.poll(() => rows(page).count()).toBe(3);
  expect(await page.getByRole('button', { name: /^Filter marks/ }).count()).toBe(0);
  await page.context().close();
});
