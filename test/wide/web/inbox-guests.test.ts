import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type Input } from '../../../server/contract/client.ts';
import { startService, type TestService } from '../../support/service.ts';
import { launchBrowser, openPage, soon } from '../../web/support/browser.ts';
import { blocks } from '../../web/support/passes.ts';
import { tap } from '../../web/support/tap.ts';

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
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

test('dismissing takes it off the screenshot; it can be restored, and the focus continues by keyboard', async () => {
  const { review, read } = await suggested();
  const { page } = await openPage(browser, review.review_url);
  await row(page, 'More air').getByRole('button', { name: 'Dismiss' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Suggestion dismissed.').waitFor();
  await soon(() => markers(page).count()).toBe(1);
  await soon(() => focused(page)).toBe('Dismiss');
  await soon(() =>
    page.evaluate(() => document.activeElement?.closest('li')?.textContent?.includes('A warmer grey')),
  ).toBe(true);
  await guests(page).getByText('1 suggestion answered').click();
  await guests(page).getByRole('button', { name: 'Restore' }).click();
  await soon(() => markers(page).count()).toBe(2);
  expect((await read()).suggestions.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);
  await page.context().close();
});

test('one that comes while the page is open appears by itself', async () => {
  const { review, suggest } = await suggested();
  const { page } = await openPage(browser, review.review_url);
  await soon(() => markers(page).count()).toBe(2);
  await suggest('One more thing', { x: 0.5, y: 0.2 });
  await page.getByRole('button', { name: 'Suggestion by Ola: One more thing' }).waitFor();
  await page.context().close();
});

test('on a phone suggestions are answered in the sheet by touch', async () => {
  const { review, read } = await suggested();
  const { page, complaints } = await openPage(browser, review.review_url, true);
  await tap(page.getByRole('button', { name: /Guests 3/ }));
  const accept = row(page, 'More air').getByRole('button', { name: 'Add as mark' });
  await accept.scrollIntoViewIfNeeded();
  expect((await accept.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await tap(accept);
  await page.getByText('Added as mark 1.').waitFor();
  await tap(row(page, 'A warmer grey').getByRole('button', { name: 'Dismiss' }));
  await soon(async () => (await read()).suggestions.map(({ status }) => status)).toEqual([
    'accepted',
    'dismissed',
    'pending',
  ]);
  expect(complaints).toEqual([]);
  await page.context().close();
});
