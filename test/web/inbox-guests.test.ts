import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type Input } from '../../server/contract/client.ts';
import { startService, type TestService } from '../support/service.ts';
import { launchBrowser, openPage, soon } from './support/browser.ts';
import { blocks } from './support/passes.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), launchBrowser()]);
});
afterAll(() => Promise.all([service.close(), browser.close()]));

async function suggested() {
  const client = await service.newClient();
  const images = [
    { image: await blocks(['#a9b8ae', '#a9b8ae', '#a9b8ae']), label: 'Desktop' },
    { image: await blocks(['#a9b8ae', '#a9b8ae', '#a9b8ae'], 900), label: 'Receipt' },
  ];
  const review = await client.call('create_review', { title: 'Checkout page', images });
  const guest = createClient({ baseUrl: service.url, link: review.guest_share_url.split('/g/')[1] ?? '' });
  const suggest = (body: string, more: Partial<Input<'suggest'>> = {}) =>
    guest.call('suggest', {
      screenshot_index: 0,
      kind: 'point',
      x: 0.2,
      y: 0.1,
      body,
      author: 'Ola',
      client_suggestion_id: crypto.randomUUID(),
      ...more,
    });
  await suggest('More air');
  await suggest('A warmer grey', { kind: 'box', x: 0.05, y: 0.8, width: 0.3, height: 0.06 });
  await suggest('Where is the date?', { screenshot_index: 1, y: 0.5 });
  const read = () => client.call('get_review', { id: review.id });
  return { review, read, suggest };
}

const guests = (page: Page) => page.locator('#guests');
const row = (page: Page, body: string) => guests(page).locator('li', { hasText: body });
const markers = (page: Page) => page.getByRole('button', { name: /^Suggestion by Ola: / });

test('suggestions are counted and lie on the screenshot dashed; choosing one shows it, and the other way round', async () => {
  const { review } = await suggested();
  const { page, complaints } = await openPage(browser, review.review_url);
  await soon(() => markers(page).count()).toBe(2);
  await soon(() => guests(page).locator('.count').first().textContent()).toBe('3');
  await page.getByText('3 suggestions by guests').waitFor();
  const face = markers(page).first().locator('.marker-face');
  expect(await face.evaluate((element) => getComputedStyle(element).borderStyle)).toBe('dashed');
  await row(page, 'A warmer grey')
    .getByRole('button', { name: /^Show on the screenshot/ })
    .click();
  const warm = page.getByRole('button', { name: 'Suggestion by Ola: A warmer grey' });
  await soon(() => warm.getAttribute('aria-pressed')).toBe('true');
  await soon(() =>
    warm.evaluate((marker) => {
      const stage = marker.closest('.scroller')?.getBoundingClientRect();
      const { top, bottom } = marker.getBoundingClientRect();
      return stage !== undefined && top >= stage.top && bottom <= stage.bottom;
    }),
  ).toBe(true);
  await row(page, 'Where is the date?')
    .getByRole('button', { name: /^Show on the screenshot/ })
    .click();
  await page.getByRole('region', { name: 'Receipt', exact: true }).waitFor();
  await markers(page).first().click();
  await soon(() => row(page, 'Where is the date?').getAttribute('data-selected')).toBe('true');
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('one press makes a mark in the guest’s name, and undo brings the suggestion back', async () => {
  const { review, read } = await suggested();
  const { page } = await openPage(browser, review.review_url);
  await row(page, 'More air').getByRole('button', { name: 'Add as mark' }).click();
  await page.getByText('Added as mark 1.').waitFor();
  const [mark] = (await read()).marks;
  expect(mark).toMatchObject({ body: 'More air', author: 'Ola', source: 'accepted_suggestion', must_fix: false });
  await soon(() => guests(page).locator('.count').first().textContent()).toBe('2');
  // A guest may give the reviewer's own name: the mark still says whose words it has.
  await page.locator('.mark-row').getByText('suggested by the guest Ola', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await row(page, 'More air').getByRole('button', { name: 'Add as mark' }).waitFor();
  expect((await read()).suggestions.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);
  expect((await read()).marks.map(({ status }) => status)).toEqual(['withdrawn']);
  await page.context().close();
});

test('as must fix, or in other words first; words not sent are kept', async () => {
  const { review, read } = await suggested();
  const { page } = await openPage(browser, review.review_url);
  const choose = (body: string) =>
    row(page, body)
      .getByRole('button', { name: /^Show on the screenshot/ })
      .click();
  await choose('More air');
  await row(page, 'More air').getByRole('button', { name: 'As must fix' }).click();
  await page.getByText('Added as mark 1.').waitFor();
  await choose('A warmer grey');
  await row(page, 'A warmer grey').getByRole('button', { name: 'Edit first' }).click();
  const field = page.getByRole('textbox', { name: 'What should change here?' });
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await field.fill('A warmer grey, like the header');
  await page.keyboard.press('Escape');
  await choose('A warmer grey');
  await row(page, 'A warmer grey').getByRole('button', { name: 'Edit first' }).click();
  await soon(() => field.inputValue()).toBe('A warmer grey, like the header');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Added as mark 2.').waitFor();
  expect((await read()).marks.map(({ body, must_fix, author }) => [body, must_fix, author])).toEqual([
    ['More air', true, 'Ola'],
    ['A warmer grey, like the header', false, 'Ola'],
  ]);
  await page.context().close();
});
