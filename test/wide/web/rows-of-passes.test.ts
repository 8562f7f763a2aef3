import { expect, test } from 'vitest';
import { mark } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';
import { launchBrowser } from '../../web/support/browser.ts';
import { readRows } from '../../web/support/numbered-rows.ts';
import { lineOf, newTab, openAt, readStage, rowsImage, size } from '../../web/support/rows-on-stage.ts';
import { boxOf } from '../../web/support/stage.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const client = await service.newClient();
const images = [await rowsImage()];
const first = await client.call('create_review', { title: 'Rows', images });
const link = service.byLink(first.review_url);
// Beyond the first seam, and beyond the third repetition of the row numbers.
const place = { x: 640 / size.width, y: 1960 / size.height, width: 320 / size.width, height: 80 / size.height };
await link.call('place_mark', mark({ ...place, body: 'Over a seam' }));
await link.call('decide', { outcome: 'changes_requested', name: 'Ada', after_decision: 0 });
await client.call('resolve_marks', { id: first.id, marks: [{ id: 1, status: 'resolved' }] });
const second = await client.call('create_review', { title: 'Rows', parent_id: first.id, images });

test('every comparison mode draws the rows of both passes at the same places', async () => {
  const page = await newTab(browser, 1.5);
  await openAt(page, { id: first.id, review_url: second.review_url }, 0.68);
  const ways = {
    'Side by side': '.scroller .image >> nth=0',
    Swipe: '.swipe-image',
    Onion: '.before-image',
    Blink: '.before-image',
  };
  const table = [];
  for (const [way, image] of Object.entries(ways)) {
    await page.getByRole('button', { name: way, exact: true }).first().click();
    if (way === 'Blink') await page.getByRole('button', { name: 'Pass 1', exact: true }).click();
    await page.locator(image).waitFor();
    const rows = await readStage(page, page.locator(image), true);
    table.push(lineOf({ way }, rows));
    expect(rows.wrong.slice(0, 3), way).toEqual([]);
  }
  console.table(table);
  await page.close();
});

test('the guests’ page and the crops beside a mark draw them in the same way', async () => {
  const page = await newTab(browser, 1.5);
  await page.goto(first.guest_share_url);
  await page.locator('.strip img').first().waitFor();
  await page.keyboard.press('-');
  const guests = await readStage(page, page.locator('.image'), true);
  expect(guests.wrong.slice(0, 3)).toEqual([]);
  await page.close();

  // Crops are small: on a coarser screen one of its rows blends more than two rows of the image.
  const fine = await newTab(browser, 4);
  await fine.goto(second.review_url);
  const crop = fine.locator('.crop-part').first();
  const strips = crop.locator('img');
  await expect.poll(() => strips.count()).toBe(2);
  await strips.evaluateAll((images) => Promise.all(images.map((image) => (image as HTMLImageElement).decode())));
  const image = await boxOf(crop.locator('.crop-strips'));
  const rows = await readRows(fine, { image, window: await boxOf(crop), size, from: 640 });
  console.table([lineOf({ place: 'guests’ page' }, guests), lineOf({ place: 'crop' }, rows)]);
  expect(rows.wrong.slice(0, 3)).toEqual([]);
  await fine.close();
});
