import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { findings } from './support/axe.ts';
import { launchBrowser, openPage, soon } from './support/browser.ts';
import { newScene } from './support/guests.ts';
import { openShop, reviewShop, type Shop } from './support/shop.ts';
import { boxOf, drawn, fingersOn, frameOf, pin, scroller, words } from './support/stage.ts';
import { tap } from './support/tap.ts';

let service: TestService;
let browser: Browser;
let shop: Shop;

beforeAll(async () => {
  [service, browser, shop] = await Promise.all([
    startService({ OUTBOUND_ALLOW: 'capture=127.0.0.0/8' }),
    launchBrowser(),
    openShop(),
  ]);
});
afterAll(() => Promise.all([service.close(), browser.close(), shop.close()]));

async function open() {
  const { review } = await reviewShop(service, shop);
  const { page, complaints } = await openPage(browser, review.review_url, true);
  await page
    .getByRole('img', { name: /mobile/ })
    .first()
    .waitFor();
  return { page, complaints, review, touch: await fingersOn(page) };
}

describe('on a phone', () => {
  test('the view that was made for it opens first', async () => {
    const { page } = await open();
    await soon(() => scroller(page).getAttribute('aria-label')).toMatch(/mobile/);
    await page.context().close();
  });

  test('two fingers zoom about the middle between them and pan, and place nothing', async () => {
    const { page, touch, complaints } = await open();
    await drawn(page);
    const before = await frameOf(page);
    const middle = { x: 195, y: 330 };
    const under = { x: (middle.x - before.x) / before.width, y: (middle.y - before.y) / before.height };
    await touch('touchStart', [175, 330], [215, 330]);
    for (let apart = 24; apart <= 40; apart += 4) await touch('touchMove', [195 - apart, 330], [195 + apart, 330]);
    await soon(async () => (await frameOf(page)).width).toBeGreaterThan(before.width * 1.8);
    const during = await frameOf(page);
    await touch('touchEnd');
    await soon(() => page.locator('.picture[data-zooming]').count()).toBe(0);
    const after = await frameOf(page);
    for (const frame of [during, after]) {
      expect(Math.abs(frame.x + under.x * frame.width - middle.x)).toBeLessThan(3);
      expect(Math.abs(frame.y + under.y * frame.height - middle.y)).toBeLessThan(3);
    }
    expect(Math.abs(after.width - during.width)).toBeLessThan(2);
    expect(await words(page).count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('a finger that rests draws an area under a lens, with handles after it, and no menu comes', async () => {
    const { page, touch, complaints, review } = await open();
    await touch('touchStart', [120, 330]);
    await page.locator('.outline[data-kind="preview"]').waitFor();
    await touch('touchMove', [180, 380]);
    await touch('touchMove', [240, 420]);
    const lens = await boxOf(page.locator('.magnifier'));
    expect(lens.y + lens.height).toBeLessThan(420);
    // The lens shows the picture, not only its own ground.
    const shown = await page.locator('.magnifier').evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return 0;
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      return data.filter((value, at) => at % 4 === 3 && value === 255).length / (data.length / 4);
    });
    expect(shown).toBeGreaterThan(0.9);
    await touch('touchEnd');
    await words(page).waitFor();
    await soon(() => page.locator('.magnifier').count()).toBe(0);
    await soon(() => page.locator('.handle').count()).toBe(8);
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('');

    // A handle is dragged by the finger too.
    const outline = page.locator('.outline[data-kind="draft"]');
    const before = await boxOf(outline);
    const corner: [number, number] = [before.x + before.width, before.y + before.height];
    await touch('touchStart', corner);
    await touch('touchMove', [corner[0] + 20, corner[1] + 20]);
    await touch('touchMove', [corner[0] + 40, corner[1] + 30]);
    await touch('touchEnd');
    await soon(async () => Math.round((await boxOf(outline)).width - before.width)).toBe(40);
    await words(page).fill('Held');
    await tap(page.getByRole('button', { name: 'Save mark' }));
    await pin(page, 1).waitFor();
    const [mark] = (await service.byLink(review.review_url).call('read_review', {})).review.marks;
    expect(mark).toMatchObject({ kind: 'box', screenshot_index: 1 });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('the composer lies at the foot, its targets are large enough, and axe finds nothing serious on it', async () => {
    const { page } = await open();
    await page.touchscreen.tap(200, 260);
    await words(page).waitFor();
    const form = await boxOf(page.getByRole('form', { name: 'New mark' }));
    expect(Math.round(form.y + form.height)).toBe(844);
    expect(form.width).toBe(390);
    await tap(page.getByRole('button', { name: 'Place and size' }));
    await page.getByRole('spinbutton', { name: 'From the left, in pixels' }).waitFor();
    const small = await page
      .locator('.composer button, .composer input:not([type=checkbox]), .composer label.toggle')
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

  test('a tap on a pin brings it above the sheet that opens; it is moved by a tap on its new place', async () => {
    const { page, review } = await open();
    const link = service.byLink(review.review_url);
    // The sheet is as high as it will be at once, however few frames a busy machine draws.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const place = { screenshot_index: 1, kind: 'box', x: 0.1, y: 0.3, width: 0.5, height: 0.04 } as const;
    await link.call('place_mark', { ...place, body: 'Too pale', must_fix: true, client_mark_id: crypto.randomUUID() });
    await page.reload();
    await tap(pin(page, 1));
    const sheet = page.locator('.panel');
    await soon(async () => (await boxOf(sheet)).y).toBeLessThan(500);
    await soon(async () => {
      const [at, over] = [await boxOf(pin(page, 1)), await boxOf(sheet)];
      return at.y > 90 && at.y + at.height < over.y;
    }).toBe(true);
    await tap(page.getByRole('button', { name: 'Move or resize mark 1' }));
    await page.getByRole('button', { name: 'Put it here' }).waitFor();
    await page.touchscreen.tap(195, 200);
    await tap(page.getByRole('button', { name: 'Put it here' }));
    await soon(async () => (await link.call('read_review', {})).review.marks[0]?.x).toBeCloseTo(0.25, 2);
    await page.context().close();
  });

  test('an area by two taps, for whoever cannot hold or drag', async () => {
    const { page } = await open();
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

test('a finger that rested where the composer’s buttons come leaves it open, with the focus in its text', async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto((await newScene(service)).reviewUrl);
  const touch = await fingersOn(page);
  await page.locator('.surface[data-can-mark="true"]').waitFor();
  await page.evaluate(() => {
    addEventListener('click', () => document.body.setAttribute('data-clicked', ''), true);
  });
  await touch('touchStart', [362, 626]);
  await page.locator('.outline[data-kind="preview"]').waitFor();
  await touch('touchEnd');
  await words(page).waitFor();
  await soon(() => words(page).evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.locator('body[data-clicked]').count()).toBe(0);

  // The text is kept when the screen is turned.
  await words(page).fill('Kept');
  await page.setViewportSize({ width: 844, height: 390 });
  await soon(async () => (await boxOf(words(page))).width).toBeLessThan(400);
  expect(await words(page).inputValue()).toBe('Kept');
  await context.close();
});
