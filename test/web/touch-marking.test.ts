import { describe, expect, test } from 'vitest';

import { mark } from '../support/factories.ts';
import { marker, words } from './support/review-page.ts';
import { openOnPhone, startShop } from './support/shop.ts';
import { boxOf, drawn, frameOf, scroller } from './support/stage.ts';
import { tap } from './support/tap.ts';
import { gesture } from './support/zoom.ts';

const shop = await startShop();

describe('on a phone', () => {
  test('two fingers zoom around the point between them and pan, one finger scrolls, and nothing is placed', async () => {
    const { page, touch, complaints } = await openOnPhone(shop);
    await drawn(page);
    const before = await frameOf(page);
    const middle = { x: 195, y: 330 };
    const under = { x: (middle.x - before.x) / before.width, y: (middle.y - before.y) / before.height };
    await touch('touchStart', [175, 330], [215, 330]);
    for (let apart = 24; apart <= 40; apart += 4) await touch('touchMove', [195 - apart, 330], [195 + apart, 330]);
    await expect.poll(async () => (await frameOf(page)).width).toBeGreaterThan(before.width * 1.8);
    const during = await frameOf(page);
    // An iPhone sends Safari's own events too.
    expect(await gesture(page, 'gesturechange', 3, middle)).toBe(true);
    await touch('touchEnd');
    await expect.poll(() => page.locator('.image[data-zooming]').count()).toBe(0);
    const after = await frameOf(page);
    for (const frame of [during, after]) {
      expect(Math.abs(frame.x + under.x * frame.width - middle.x)).toBeLessThan(3);
      expect(Math.abs(frame.y + under.y * frame.height - middle.y)).toBeLessThan(3);
    }
    expect(Math.abs(after.width - during.width)).toBeLessThan(2);
    await touch('touchStart', [175, 330], [215, 330]);
    await touch('touchMove', [175, 290], [215, 290]);
    await expect.poll(async () => Math.round((await frameOf(page)).y - after.y)).toBe(-40);
    await touch('touchEnd');
    await expect.poll(() => page.locator('.image[data-zooming]').count()).toBe(0);
    const panned = await frameOf(page);
    expect([panned.y - after.y, panned.width - after.width].map(Math.round)).toEqual([-40, 0]);
    // Two fingers that only tap move nothing, and a third one ends the zoom.
    await touch('touchStart', [175, 330], [215, 330]);
    await touch('touchEnd');
    await drawn(page);
    const tapped = await frameOf(page);
    expect([tapped.y - panned.y, tapped.width - panned.width].map(Math.round)).toEqual([0, 0]);
    await touch('touchStart', [175, 330], [215, 330]);
    await touch('touchMove', [175, 330], [225, 330]);
    await touch('touchStart', [175, 330], [225, 330], [200, 400]);
    await expect.poll(() => page.locator('.image[data-zooming]').count()).toBe(0);
    await touch('touchEnd');

    const top = () => scroller(page).evaluate((element) => element.scrollTop);
    const above = await top();
    // Sent together, because a finger that rests for half a second starts to draw.
    await Promise.all([touch('touchStart', [200, 500]), touch('touchMove', [200, 470])]);
    for (let y = 460; y >= 300; y -= 10) await touch('touchMove', [200, y]);
    await touch('touchEnd');
    await expect.poll(top).toBeGreaterThan(above);
    expect(await words(page).count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('a resting finger draws an area under a lens, with handles afterwards, and opens no menu', async () => {
    const { page, touch, complaints, review } = await openOnPhone(shop);
    await touch('touchStart', [120, 330]);
    await page.locator('.outline[data-kind="preview"]').waitFor();
    await touch('touchMove', [180, 380]);
    await touch('touchMove', [240, 420]);
    const lens = await boxOf(page.locator('.magnifier'));
    expect(lens.y + lens.height).toBeLessThan(420);
    // The lens shows the screenshot, not only its background.
    const shown = () =>
      page.locator('.magnifier').evaluate((canvas) => {
        if (!(canvas instanceof HTMLCanvasElement)) return 0;
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
        return data.filter((value, at) => at % 4 === 3 && value === 255).length / (data.length / 4);
      });
    await expect.poll(shown).toBeGreaterThan(0.9);
    await touch('touchEnd');
    await words(page).waitFor();
    await expect.poll(() => page.locator('.magnifier').count()).toBe(0);
    await expect.poll(() => page.locator('.handle').count()).toBe(8);
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('');

    // A finger can drag a handle too.
    const outline = page.locator('.outline[data-kind="draft"]');
    const before = await boxOf(outline);
    const corner: [number, number] = [before.x + before.width, before.y + before.height];
    await touch('touchStart', corner);
    await touch('touchMove', [corner[0] + 20, corner[1] + 20]);
    await touch('touchMove', [corner[0] + 40, corner[1] + 30]);
    await touch('touchEnd');
    await expect.poll(async () => Math.round((await boxOf(outline)).width - before.width)).toBe(40);
    await words(page).fill('Held');
    await tap(page.getByRole('button', { name: 'Save mark' }));
    await marker(page, 1).waitFor();
    const [held] = (await shop.service.byLink(review.review_url).call('read_review', {})).review.marks;
    expect(held).toMatchObject({ kind: 'box', screenshot_index: 1 });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('a mark on the upper edge of the screenshot has its whole marker on the stage', async () => {
    const { page, review } = await openOnPhone(shop);
    const point = mark({ screenshot_index: 1, kind: 'point', x: 0.5, y: 0 });
    await shop.service.byLink(review.review_url).call('place_mark', point);
    await marker(page, 1).waitFor();
    expect((await boxOf(marker(page, 1))).y).toBeGreaterThanOrEqual((await boxOf(scroller(page))).y);
    await page.context().close();
  });
});
