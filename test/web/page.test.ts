import { expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { findings } from './support/axe.ts';
import { launchBrowser, openPage } from './support/browser.ts';
import { pageImage } from './support/page-image.ts';
import { marker, ready, save, words, write } from './support/review-page.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

test('a click, text, must fix and Ctrl Enter make a mark at the click', async () => {
  const client = await service.newClient();
  const images = [{ image: await pageImage(1440, 4000, '#a9b8ae'), label: 'Desktop' }];
  const { id, review_url } = await client.call('create_review', { title: 'Checkout page', images });
  const { page, complaints } = await openPage(browser, review_url);
  await ready(page, 'Desktop');
  const frame = await page.getByRole('img', { name: 'Desktop' }).boundingBox();
  if (frame === null) throw new Error('no picture');
  await page.mouse.click(frame.x + frame.width / 4, frame.y + 200);
  await page.keyboard.type('Far too pale');
  await page.keyboard.press('Alt+m');
  await expect.poll(() => page.getByRole('checkbox', { name: 'Must fix' }).isChecked()).toBe(true);
  const [field, button] = [await words(page).boundingBox(), await save(page).boundingBox()];
  const end = (box: typeof field) => (box === null ? Number.NaN : box.x + box.width);
  expect(end(button)).toBeLessThanOrEqual(end(field) + 1);
  await page.keyboard.press('Control+Enter');
  await marker(page, 1).waitFor();
  await expect
    .poll(() => marker(page, 1).getAttribute('aria-label'))
    .toMatch(/^Mark 1, must fix, open: Far too pale, on Desktop at 25 % from the left, \d+ % from the top$/);
  const { marks } = await client.call('get_review', { id });
  expect(marks).toMatchObject([{ body: 'Far too pale', must_fix: true, kind: 'point' }]);
  expect(marks[0]?.x).toBeCloseTo(0.25, 3);
  expect(marks[0]?.y).toBeCloseTo(200 / frame.height, 3);
  expect(await findings(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('discarded by keyboard, a draft passes the focus on to the next', async () => {
  const client = await service.newClient();
  const images = [{ image: await pageImage(1440, 4000, '#a9b8ae'), label: 'Desktop' }];
  const { review_url } = await client.call('create_review', { title: 'Checkout page', images });
  const { page } = await openPage(browser, review_url);
  for (const y of [100, 250, 400]) {
    await write(page, { x: 200, y }, `At ${y}`);
    await page.keyboard.press('Escape');
  }
  const discard = page.getByRole('button', { name: 'Discard' });
  await discard.first().press('Enter');
  await expect.poll(() => discard.count()).toBe(2);
  const focused = () => page.evaluate(() => document.activeElement?.closest('li')?.textContent ?? '');
  await expect.poll(focused).toContain('At 250');
  await page.context().close();
});
