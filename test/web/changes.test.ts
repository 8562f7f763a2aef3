import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { launchBrowser, openPage, soon } from './support/browser.ts';

let service: TestService;
let browser: Browser;

beforeAll(async () => {
  service = await startService();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await service.close();
});

/** A page with a title, and three blocks in the given colours. */
async function page(colours: readonly [string, string, string]): Promise<string> {
  const blocks = colours.map(
    (fill, at) => `<rect x="80" y="${200 + at * 900}" width="400" height="120" fill="${fill}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="2400"><rect width="100%" height="100%" fill="#fff"/><rect x="80" y="60" width="600" height="40" fill="#23262e"/>${blocks.join('')}</svg>`;
  return `data:image/png;base64,${(await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64')}`;
}

/** Two marks were reported as fixed: under the first something changed, under the second nothing; the third block changed unasked. */
async function secondPass() {
  const client = await service.newClient();
  const images = [{ image: await page(['#a9b8ae', '#a9b8ae', '#a9b8ae']), label: 'Desktop' }];
  const first = await client.call('create_review', { title: 'Checkout page', images });
  const link = service.byLink(first.review_url);
  for (const [at, body] of ['Too pale', 'Too crowded'].entries()) {
    await link.call('place_mark', {
      screenshot_index: 0,
      kind: 'box',
      x: 0.05,
      y: (190 + at * 900) / 2400,
      width: 0.3,
      height: 140 / 2400,
      body,
      must_fix: false,
      client_mark_id: crypto.randomUUID(),
    });
  }
  await link.call('decide', { outcome: 'changes_requested', after_decision: 0 });
  const marks = [1, 2].map((id) => ({ id, status: 'resolved' as const }));
  await client.call('resolve_marks', { id: first.id, marks });
  const next = await client.call('create_review', {
    title: 'Checkout page',
    parent_id: first.id,
    images: [{ image: await page(['#18723f', '#a9b8ae', '#c02626']), label: 'Desktop' }],
  });
  await soon(async () => (await client.call('get_review', { id: next.id })).screenshots[0]?.change?.areas.length).toBe(
    2,
  );
  return next.review_url;
}

const boxes = (page: Page) => page.locator('.changed-area');
const onStage = (page: Page) =>
  boxes(page)
    .first()
    .evaluate((box) => {
      const stage = box.closest('.scroller')?.getBoundingClientRect();
      const { top, bottom } = box.getBoundingClientRect();
      return stage !== undefined && top >= stage.top && bottom <= stage.bottom;
    });

test('while verifying, what changed under each mark is said, and what changed unasked is listed and can be shown', async () => {
  const { page, complaints } = await openPage(browser, await secondPass());
  await page.getByText(/^This area changed: \d+ % of its pixels\.$/).waitFor();
  await page.getByText('This area did not change.').waitFor();
  await soon(() => page.getByText('This area did not change.').count()).toBe(1);

  expect(await boxes(page).count()).toBe(0);
  const unasked = page.locator('details', { hasText: 'Changed outside the marks' }).getByRole('button');
  await soon(() => unasked.count()).toBe(1);
  await unasked.click();
  await soon(() => boxes(page).count()).toBe(1);
  await soon(() => onStage(page)).toBe(true);
  await page.getByText('2 of 2 changes').waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('keys and buttons step through the changes; a comparison outlines them all', async () => {
  const { page } = await openPage(browser, await secondPass());
  const changes = page.getByRole('group', { name: 'Changes since the last pass' });
  await changes.getByText('2 changes').waitFor();
  await page.keyboard.press('.');
  await changes.getByText('1 of 2 changes').waitFor();
  await soon(() => page.getByText(/^Change 1 of 2: changed, .+, at mark 1$/).count()).toBe(1);
  await changes.getByRole('button', { name: 'Next change' }).click();
  await changes.getByText('2 of 2 changes').waitFor();
  await soon(() => page.getByText(/^Change 2 of 2: changed, .+, outside the marks$/).count()).toBe(1);
  await page.keyboard.press('.');
  await changes.getByText('1 of 2 changes').waitFor();
  await page.keyboard.press(',');
  await changes.getByText('2 of 2 changes').waitFor();
  await page.keyboard.press('Escape');
  await changes.getByText('2 changes', { exact: true }).waitFor();
  expect(await boxes(page).count()).toBe(0);
  await page.keyboard.press('3');
  await soon(() => boxes(page).count()).toBe(2);
  await page.keyboard.press('1');
  await soon(() => boxes(page).count()).toBe(0);
  await page.keyboard.press('c');
  await soon(() => boxes(page).count()).toBe(2);
  await page.reload();
  await soon(() => boxes(page).count()).toBe(2);
  await page.context().close();
});
