import { describe, expect, test } from 'vitest';
import { findings } from '../../web/support/axe.ts';

import { newGuestReview } from '../../web/support/guests.ts';
import { marker, words } from '../../web/support/review-page.ts';
import { openOnPhone, startShop } from '../../web/support/shop.ts';
import { boxOf, drawn, fingersOn, scroller } from '../../web/support/stage.ts';
import { tap, tapPoint } from '../../web/support/tap.ts';

const shop = await startShop();

describe('on a phone', () => {
  test('the screenshot for phones opens first', async () => {
    const { page } = await openOnPhone(shop);
    await expect.poll(() => scroller(page).getAttribute('aria-label')).toMatch(/mobile/);
    await page.context().close();
  });

  test('the composer is at the bottom, its targets are large enough, and axe reports nothing serious', async () => {
    const { page } = await openOnPhone(shop);
    await tapPoint(page, 200, 260);
    const form = () => boxOf(page.getByRole('form', { name: 'New mark' }));
    await expect.poll(async () => Math.round((await form()).y + (await form()).height)).toBe(844);
    expect((await form()).width).toBe(390);
    await tap(page.getByRole('button', { name: 'Place and size' }));
    await page.getByRole('spinbutton', { name: 'From the left, in pixels' }).waitFor();
    const small = await page
      .locator('.composer button, .composer input:not([type=checkbox], [type=file]), .composer label.toggle')
      .evaluateAll((all) =>
        all.flatMap((each) => {
          const { width, height } = each.getBoundingClientRect();
          return width < 44 || height < 44
            ? [`${each.getAttribute('aria-label') ?? each.textContent} ${width}×${height}`]
            : [];
        }),
      );
    expect(small).toEqual([]);
    expect(await findings(page, '.composer')).toEqual([]);
    await page.context().close();
  });

  test('a tap on a marker raises it above the sheet that opens; it is moved by a tap on its new place', async () => {
    const { page, review } = await openOnPhone(shop);
    const link = shop.service.byLink(review.review_url);
    // The sheet has its final height at once, however few frames a busy machine draws.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const place = { screenshot_index: 1, kind: 'box', x: 0.1, y: 0.3, width: 0.5, height: 0.04 } as const;
    await link.call('place_mark', { ...place, body: 'Too pale', must_fix: true, client_mark_id: crypto.randomUUID() });
    await page.reload();
    await tap(marker(page, 1));
    const sheet = page.locator('.panel');
    await expect.poll(async () => (await boxOf(sheet)).y).toBeLessThan(500);
    await expect
      .poll(async () => {
        const [at, over] = [await boxOf(marker(page, 1)), await boxOf(sheet)];
        return at.y > 90 && at.y + at.height < over.y;
      })
      .toBe(true);
    await tap(page.getByRole('button', { name: 'Move or resize mark 1' }));
    await page.getByRole('button', { name: 'Done' }).waitFor();
    await page.touchscreen.tap(195, 200);
    await tap(page.getByRole('button', { name: 'Done' }));
    await expect.poll(async () => (await link.call('read_review', {})).review.marks[0]?.x).toBeCloseTo(0.25, 2);
    await page.context().close();
  });

  test('two taps mark an area, for people who cannot hold or drag', async () => {
    const { page } = await openOnPhone(shop);
    await tap(page.getByRole('button', { name: 'Mark an area' }));
    await page.touchscreen.tap(100, 260);
    await drawn(page);
    expect(await words(page).count()).toBe(0);
    await page.touchscreen.tap(220, 360);
    await words(page).waitFor();
    const { width, height } = await boxOf(page.locator('.outline[data-kind="draft"]'));
    expect([Math.round(width), Math.round(height)]).toEqual([120, 100]);
    await page.context().close();
  });
});

test('a finger that rests where the composer’s buttons appear leaves it open, with its text focused', async () => {
  const context = await shop.browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await page.goto((await newGuestReview(shop.service)).reviewUrl);
  const touch = await fingersOn(page);
  await page.locator('.surface[data-can-mark="true"]').waitFor();
  await page.evaluate(() => {
    addEventListener('click', () => document.body.setAttribute('data-clicked', ''), true);
  });
  await touch('touchStart', [362, 626]);
  await page.locator('.outline[data-kind="preview"]').waitFor();
  await touch('touchEnd');
  await words(page).waitFor();
  await expect.poll(() => words(page).evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.locator('body[data-clicked]').count()).toBe(0);

  // The text survives the change from the sheet to a composer beside its place.
  await words(page).fill('Kept');
  await page.setViewportSize({ width: 1180, height: 820 });
  await expect.poll(async () => (await boxOf(words(page))).width).toBeLessThan(400);
  expect(await words(page).inputValue()).toBe('Kept');
  await context.close();
});
