import { beforeEach, expect, test } from 'vitest';
import type { Client, Input } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import { decide, png } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { launchBrowser, oneTab } from './support/browser.ts';

let client: Client;

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const tab = oneTab(browser);
beforeEach(async () => {
  client = await service.newClient();
});

const commit = 'abc1234def5678';
const main = { repository: 'shop/web', name: 'visual', branch: 'main' };

const images = async (colours: Record<string, string>) =>
  Promise.all(
    Object.entries(colours).map(async ([label, colour]) => ({
      label,
      image: (await png(colour, 600, 400)).toString('base64'),
    })),
  );

/** Makes a review against the baseline of `before`, and waits until both are compared. */
async function reviewOf(
  before: Record<string, string>,
  now: Record<string, string>,
  more: Partial<Input<'create_review'>> = {},
): Promise<Review> {
  await client.call('create_baseline', { ...main, commit, images: await images(before) });
  return request(now, more);
}

async function request(now: Record<string, string>, more: Partial<Input<'create_review'>> = {}): Promise<Review> {
  const base = { ...main, commits: [{ commit }] };
  const { id } = await client.call('create_review', { title: 'Update', images: await images(now), base, ...more });
  await expect.poll(async () => (await client.call('get_review', { id })).base?.compared).toBe(true);
  return client.call('get_review', { id });
}

const before = { Home: '#112233', Cart: '#445566', Old: '#000000' };

test('the page lists what merging would change, compares with the base and names what is approved', async () => {
  const review = await reviewOf(before, { Home: '#112233', Cart: '#998877', Extra: '#ffffff' });
  const { page, complaints } = await tab(review.review_url);
  const section = page.locator('details', { hasText: 'Changes since main' });
  await section.getByText('Compared with main at abc1234 (merge base).').waitFor();
  const rows = section.locator('.row-text, li:not(:has(.row-text))');
  await expect.poll(() => rows.allInnerTexts()).toEqual(['Cart\nchanged', 'Extra\nnew', 'Old: removed']);
  await section.getByText('1 screenshot looks the same').waitFor();

  await section.getByRole('button', { name: /^Cart/ }).click();
  await page.getByRole('img', { name: 'Cart, pass 1' }).first().waitFor();
  await page.keyboard.press('2');
  await page.getByRole('region', { name: 'Cart, main at abc1234' }).waitFor();
  await page.keyboard.press('4');
  await expect.poll(() => page.locator('img.diff').getAttribute('src')).toMatch(/\/base-difference-\w{26}$/);
  await page.getByRole('group', { name: 'Changes since main at abc1234' }).getByText('1 change').waitFor();

  await page.getByRole('button', { name: 'Approve 3 changes' }).click();
  await page.getByText('You’re approving 3 changes since main at abc1234.').waitFor();
  await page.getByRole('button', { name: 'Approve now' }).click();
  await page.getByText('Approved.').first().waitFor();
  expect(complaints).toEqual([]);

  const again = await request({ Home: '#112233', Cart: '#998877', Extra: '#ffffff' });
  const later = await tab(again.review_url);
  await later.page.getByText('changed, approved before').waitFor();
  await later.page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await later.page.context().close();
});

test('the page opens at what changed; unchanged screenshots are folded away, and keys step over them', async () => {
  const review = await reviewOf(
    { A: '#111111', B: '#222222', C: '#333333' },
    { A: '#111111', B: '#aaaaaa', C: '#333333' },
  );
  const { page } = await tab(review.review_url);
  const shots = page.getByRole('navigation', { name: 'Screenshots' });
  const labels = () => shots.locator('.shot-name').allInnerTexts();
  await page.getByRole('img', { name: 'B, pass 1' }).first().waitFor();
  await expect.poll(labels).toEqual(['B']);
  await shots.getByRole('button', { name: 'Show 2 unchanged' }).click();
  await expect.poll(labels).toEqual(['B', 'A', 'C']);
  await page.keyboard.press('j');
  await page.getByRole('img', { name: 'A, pass 1' }).first().waitFor();
  await page.reload();
  await expect.poll(labels).toEqual(['B', 'A', 'C']);
  // The address kept what was shown.
  await page.getByRole('img', { name: 'A, pass 1' }).first().waitFor();
  await shots.getByRole('button', { name: 'Changed only' }).click();
  await expect.poll(labels).toEqual(['B', 'A']);
  await page.keyboard.press('k');
  await page.getByRole('img', { name: 'B, pass 1' }).first().waitFor();
});

test('a later pass offers both sides; without a baseline the page says so', async () => {
  const first = await reviewOf(before, { ...before, Home: '#445566' });
  await decide(first, 'changes_requested');
  const second = await request({ ...before, Home: '#778899' }, { parent_id: first.id });
  const { page } = await tab(second.review_url);
  const sides = page.getByRole('combobox', { name: 'Compare with' });
  await expect.poll(() => sides.locator('option').allInnerTexts()).toEqual(['Pass 1', 'main at abc1234']);
  // A change of one side is none of the other.
  const chosen = page.locator('.changed-area[data-chosen="true"]');
  await page.keyboard.press('.');
  await expect.poll(() => chosen.count()).toBe(1);
  await page.locator('.base-row').getByRole('button', { name: /^Home/ }).click();
  await expect.poll(() => sides.inputValue()).toBe('base');
  expect(await chosen.count()).toBe(0);
  await sides.selectOption('pass');
  await page.keyboard.press('2');
  await page.getByRole('region', { name: 'Home, pass 1' }).waitFor();
  await sides.selectOption('base');
  await page.getByRole('region', { name: 'Home, main at abc1234' }).waitFor();

  const base = { ...main, name: 'other', commits: [{ commit }] };
  const none = await client.call('create_review', { title: 'New', images: await images({ A: '#111111' }), base });
  const other = await tab(none.review_url);
  await other.page.getByText('There is no baseline yet: look at every screenshot.').waitFor();
  await other.page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await other.page.context().close();
});
