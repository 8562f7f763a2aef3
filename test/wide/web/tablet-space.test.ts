import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../../api/support/sql.ts';
import { dataUrl } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';
import { launchBrowser } from '../../web/support/browser.ts';
import { twoPasses } from '../../web/support/passes.ts';
import { hasParts } from '../../web/support/review-page.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

const widths = [390, 721, 768, 1023, 1024, 1440];

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error('It is not drawn.');
  return box;
}

const label = '/a/rather/long/path/of/a/page/index.html · mobile';
const client = await service.newClient();
// Wider than tall, because its thumbnail has a layout of its own.
const labelled = await client.call('create_review', { title: 'Labels', images: [{ image: await dataUrl(), label }] });

test.each(widths)('each screenshot’s label ends with its view, inside the strip: %i px', async (width) => {
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  await page.goto(labelled.review_url);
  await hasParts(page);
  const strip = await boxOf(page.getByRole('navigation', { name: 'Screenshots' }));
  const view = await boxOf(page.getByText(' · mobile', { exact: true }));
  expect(view.x + view.width).toBeLessThanOrEqual(strip.x + strip.width);
  expect(view.y).toBeGreaterThan(strip.y);
  expect((await boxOf(page.getByRole('button', { name: label }))).y).toBeGreaterThanOrEqual(strip.y);
  await page.close();
});

const notices = [
  '1 script could not be loaded: cdn.example.com/chart.js.',
  'The page is 549 px wide on a screen of 390 px.',
];
const { second } = await twoPasses(service);
await sql(service, 'UPDATE review SET title = $1 WHERE id = $2', ['A title of many words '.repeat(6), second.id]);
await sql(service, 'UPDATE shot SET notices = $1, notice_codes = $2 WHERE review_id = $3', [
  notices,
  ['failed_scripts', 'wider_than_screen'],
  second.id,
]);

test.each(widths)(
  'in the header with a long title nothing overlaps, and a note about the screenshot can be read: %i px',
  async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 800 }, hasTouch: width < 1024 });
    await page.goto(second.review_url);
    await hasParts(page);
    const note = page.getByText(notices[1] ?? '', { exact: true });
    const toggle = page.getByRole('button', { name: '1 note on this screenshot' });
    await toggle.waitFor();
    if (!(await note.isVisible())) await toggle.click();
    expect((await boxOf(note)).width).toBeGreaterThan(180);
    await page.keyboard.press('.');
    await page.getByText(/^1 of \d+ changes$/).waitFor();
    const [count, changes] = [
      await boxOf(toggle),
      await boxOf(page.getByRole('group', { name: 'Changes since pass 1' })),
    ];
    expect(count.x + count.width <= changes.x || count.y + count.height <= changes.y).toBe(true);
    const modes = width <= 1240 ? '.modes-menu .popover-button' : '.segments';
    const head = ['.top-bar .title', '.pass-menu', ...(width >= 1024 ? [modes] : [])];
    for (const part of head) await page.locator(part).waitFor();
    /** Measures all parts at one moment: each that loads moves the others. */
    const overlaps = () =>
      page.evaluate((parts) => {
        const boxes = parts.map((part) => document.querySelector(part)?.getBoundingClientRect());
        return boxes.slice(1).map((box, at) => (boxes[at]?.right ?? 0) > (box?.left ?? 0));
      }, head);
    await expect.poll(overlaps).toEqual(head.slice(1).map(() => false));
    // Its text lies inside the button.
    const overflow = () => page.locator(modes).evaluate((button) => button.scrollWidth - button.clientWidth);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
    await page.close();
  },
);
