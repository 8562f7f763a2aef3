import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { mark } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { launchBrowser, oneTab } from './support/browser.ts';
import { before, opacity } from './support/compare.ts';
import { boxOf } from './support/stage.ts';

const WIDTH = 400;
/** Rows that pass 2 inserts below row 100, and those of pass 1 that it removes. */
const INSERTED = 60;
const REMOVED = { from: 300, to: 340 };

/** Draws rows of which no two are alike. */
async function unlikeRows(height: number): Promise<Buffer> {
  const grey = Buffer.alloc((WIDTH / 4) * height);
  for (let at = 0, seed = 1; at < grey.length; at += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    grey[at] = seed % 256;
  }
  return sharp(grey, { raw: { width: WIDTH / 4, height, channels: 1 } })
    .resize({ width: WIDTH, height, kernel: 'nearest', fit: 'fill' })
    .toColourspace('srgb')
    .png()
    .toBuffer();
}

/** The columns that no mark, line or name covers. */
const [COLUMN, COLUMNS] = [120, 70];

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const tab = oneTab(browser);
const first = await unlikeRows(700);
const part = async (top: number, bottom: number) =>
  sharp(first)
    .extract({ left: 0, top, width: WIDTH, height: bottom - top })
    .png()
    .toBuffer();
const second = await sharp({ create: { width: WIDTH, height: 720, channels: 3, background: '#3355cc' } })
  .composite([
    { input: await part(0, 100), top: 0, left: 0 },
    { input: await part(100, REMOVED.from), top: 100 + INSERTED, left: 0 },
    { input: await part(REMOVED.to, 700), top: REMOVED.from + INSERTED, left: 0 },
  ])
  .png()
  .toBuffer();
const pixels = await sharp(second).removeAlpha().raw().toBuffer();
/** Returns one row of the screenshot of pass 2, of the columns that `rowsOf` reads. */
const sent = (row: number) =>
  pixels.subarray((row * WIDTH + COLUMN) * 3, (row * WIDTH + COLUMN + COLUMNS) * 3).toString('hex');
const client = await service.newClient();
const made = await client.call('create_review', {
  images: [{ image: first.toString('base64'), label: 'Rows' }],
  title: 'Rows',
});
const link = service.byLink(made.review_url);
await link.call('place_mark', mark({ x: 0.5, y: 500 / 700, width: 0.2, height: 40 / 700, body: 'Here' }));
await link.call('decide', { outcome: 'changes_requested', name: 'Ada', after_decision: 0 });
const next = await client.call('create_review', {
  title: 'Rows',
  parent_id: made.id,
  images: [{ image: second.toString('base64'), label: 'Rows' }],
});
const url = next.review_url;

/** Returns one row of a drawn image, three bytes to a pixel. */
async function rowsOf(page: Page, image: Locator, column = COLUMN): Promise<(row: number) => string> {
  const box = await boxOf(image);
  const shot = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, channels } = shot.info;
  return (row) => {
    const start = (Math.round(box.y + row) * width + Math.round(box.x + column)) * channels;
    return shot.data.subarray(start, start + COLUMNS * channels).toString('hex');
  };
}

const now = (page: Page) => page.locator('.scroller[data-scroller] .image');
const beside = (page: Page) => page.getByRole('region', { name: 'Rows, pass 1' }).locator('.image');

async function open(mode: string) {
  const { page, complaints } = await tab(url);
  await page.locator('.marker').first().waitFor();
  await page.keyboard.press('0');
  await page.keyboard.press(mode);
  await page.locator('.alignment button:enabled').first().waitFor();
  return { page, complaints };
}

/** Returns the rows of the screenshot of pass 2 that pass 1 does not show beside or over it. */
async function unlike(page: Page, one: Locator, other: Locator, rows: readonly number[], column = COLUMN) {
  const [here, there] = [await rowsOf(page, one, column), await rowsOf(page, other, column)];
  return rows.filter((row) => here(row) !== there(row));
}

const kept = [10, 50, 95, 170, 250, 330, 400, 500];

test('side by side, the same rows face each other, and what was removed can be seen', async () => {
  const { page, complaints } = await open('2');
  await expect.poll(() => unlike(page, now(page), beside(page), kept)).toEqual([]);
  expect(await unlike(page, now(page), beside(page), [110, 140])).toEqual([110, 140]);

  const mine = await boxOf(page.getByRole('button', { name: /^Mark 1, open/ }));
  const then = await boxOf(page.getByRole('button', { name: 'Mark 1 in pass 1' }));
  expect(Math.abs(mine.y - then.y)).toBeLessThan(2);

  await page.getByRole('button', { name: 'Show the 40 px that were removed here' }).click();
  const removed = page.locator('.aligned-removed');
  expect((await boxOf(removed)).height).toBe(REMOVED.to - REMOVED.from);

  await page.keyboard.press('x');
  await removed.waitFor({ state: 'detached' });
  await expect.poll(() => unlike(page, now(page), beside(page), kept)).toEqual(kept.filter((row) => row > 100));
  await page.reload();
  await page.locator('.marker').first().waitFor();
  await page.keyboard.press('2');
  await expect
    .poll(() => page.getByRole('button', { name: 'Raw', exact: true }).getAttribute('aria-pressed'))
    .toBe('true');
  expect(complaints).toEqual([]);
});

test('side by side, a column that moved by itself faces itself too', async () => {
  const moved = { x: 240, from: 200, rows: 276, by: 24 };
  const column = await sharp(first)
    .extract({ left: moved.x, top: moved.from, width: WIDTH - moved.x, height: moved.rows })
    .png()
    .toBuffer();
  const space = { width: WIDTH - moved.x, height: moved.by, channels: 3, background: '#3355cc' } as const;
  const pass2 = await sharp(first)
    .composite([
      { input: { create: space }, top: moved.from, left: moved.x },
      { input: column, top: moved.from + moved.by, left: moved.x },
    ])
    .png()
    .toBuffer();
  const images = [first, pass2].map((bytes) => [{ image: bytes.toString('base64'), label: 'Rows' }]);
  const [title, pass1] = ['Columns', await client.call('create_review', { title: 'Columns', images: images[0] ?? [] })];
  const { review_url: address } = await client.call('create_review', {
    ...{ title, parent_id: pass1.id, images: images[1] ?? [] },
  });
  const { page } = await tab(address);
  await page.getByRole('button', { name: 'Side by side' }).waitFor();
  await page.keyboard.press('0');
  await page.keyboard.press('2');
  await page.locator('.alignment button:enabled').first().waitFor();
  const unlikeAt = (column: number, rows: readonly number[]) => unlike(page, now(page), beside(page), rows, column);
  await expect.poll(() => unlikeAt(moved.x + 20, [150, 230, 300, 400, 490, 520])).toEqual([]);
  expect(await unlikeAt(COLUMN, [150, 230, 300, 400, 490, 520])).toEqual([]);
  expect(await unlikeAt(moved.x + 20, [210])).toEqual([210]);
});

test.each([
  ['5', 'onion'],
  ['6', 'blink'],
])('with key %s, %s lays the same rows over each other', async (key) => {
  const { page } = await open(key);
  if (key === '5') await page.getByRole('slider').fill('0');
  else await page.getByRole('button', { name: 'Pass 1', exact: true }).click();
  await before(page).waitFor();
  await expect.poll(() => opacity(page)).toBe(1);
  const there = async () => {
    const rows = await rowsOf(page, now(page));
    return kept.filter((row) => rows(row) !== sent(row));
  };
  await expect.poll(there).toEqual([]);
});

test('swipe lays the same rows over each other', async () => {
  const { page } = await open('3');
  const slider = page.getByRole('slider');
  await slider.focus();
  const unlikeSent = async () => {
    const rows = await rowsOf(page, now(page));
    return kept.filter((row) => rows(row) !== sent(row));
  };
  for (const [key, value] of [
    ['Home', '0'],
    ['End', '100'],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => slider.inputValue()).toBe(value);
    await expect.poll(unlikeSent).toEqual([]);
  }
});
