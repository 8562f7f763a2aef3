import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { openBoxes, place } from './support/boxes.ts';
import { keepUndo, launchBrowser, oneTab } from './support/browser.ts';
import { marker, words } from './support/review-page.ts';
import { boxOf, frameOf } from './support/stage.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const tab = oneTab(browser);

const tool = (page: Page) => page.getByRole('button', { name: 'Mark an area', exact: true });

describe('an area without a drag', () => {
  test('takes two clicks: a preview follows the first, and Escape undoes it; then it is moved', async () => {
    const { page, complaints } = await openBoxes(service, tab);
    const frame = await frameOf(page);
    await tool(page).click();
    await expect.poll(() => tool(page).getAttribute('aria-pressed')).toBe('true');
    await tool(page).click();
    await expect.poll(() => tool(page).getAttribute('aria-pressed')).toBe('false');
    await page.keyboard.press('a');
    await expect.poll(() => tool(page).getAttribute('aria-pressed')).toBe('true');
    await page.mouse.click(frame.x + 100, frame.y + 100);
    await page.mouse.move(frame.x + 300, frame.y + 250);
    const preview = page.locator('.outline[data-kind="preview"]');
    await expect.poll(async () => Math.round((await boxOf(preview)).width)).toBe(200);
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'detached' });
    await page.mouse.click(frame.x + 300, frame.y + 250);
    await page.mouse.click(frame.x + 150, frame.y + 150);
    await words(page).waitFor();
    const drawn = await boxOf(page.locator('.outline[data-kind="draft"]'));
    expect([drawn.width, drawn.height].map(Math.round)).toEqual([150, 100]);
    await expect.poll(() => tool(page).getAttribute('aria-pressed')).toBe('false');

    // The draft can be moved before it is saved.
    const moved = async () => {
      const { x, y, width, height } = await boxOf(page.locator('.outline[data-kind="draft"]'));
      return [x - drawn.x, y - drawn.y, width, height].map(Math.round);
    };
    const own = page.locator('.marker[data-status="draft"]');
    const from = await boxOf(own);
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 50, from.y + 40, { steps: 4 });
    await page.mouse.up();
    await expect.poll(moved).toEqual([40, 30, 150, 100]);
    await own.focus();
    for (let times = 0; times < 6; times += 1) await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(moved).toEqual([40 + Math.round((60 * frame.width) / 1280), 30, 150, 100]);
    expect(complaints).toEqual([]);
  });
});

describe('a saved mark', () => {
  test('is resized with its handles, and restored with Undo', async () => {
    const { page, mark } = await openBoxes(service, tab, 'Crowded');
    const frame = await frameOf(page);
    await marker(page, 1).click();
    const handle = await boxOf(page.locator('.handle[data-handle="se"]'));
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
    await page.mouse.down();
    await page.mouse.move(handle.x + handle.width / 2 + 80, handle.y + handle.height / 2 + 40, { steps: 4 });
    await page.mouse.up();
    // The service stores the change before the page gets its answer.
    await page.locator('.toasts').getByText('Mark 1 moved.').waitFor();
    await keepUndo(page);
    expect((await mark()).width).toBeCloseTo(place.width + 80 / frame.width, 3);
    expect((await mark()).x).toBeCloseTo(place.x, 4);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await mark()).width).toBeCloseTo(place.width, 4);
  });

  test('stays where its marker was dragged', async () => {
    const { page, mark } = await openBoxes(service, tab, 'Crowded');
    const frame = await frameOf(page);
    const from = await boxOf(marker(page, 1));
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 10 + frame.width / 2, from.y + 110, { steps: 5 });
    const moved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.mouse.up();
    await moved;
    const { x, y, width, height } = await mark();
    expect(x).toBeCloseTo(place.x + 0.5, 3);
    expect(y).toBeCloseTo(place.y + 100 / frame.height, 3);
    expect([width, height]).toEqual([place.width, place.height]);
  });

  test('is placed and sized with numbers in the composer', async () => {
    const { page, mark } = await openBoxes(service, tab, 'Crowded');
    await marker(page, 1).click();
    await page.keyboard.press('w');
    await words(page).waitFor();
    await page.getByRole('button', { name: 'Place and size' }).click();
    for (const [name, value] of [
      ['From the left, in pixels', '128'],
      ['From the top, in pixels', '480'],
      ['Width in pixels', '256'],
      ['Height in pixels', '120'],
    ] as const) {
      await page.getByRole('spinbutton', { name }).fill(value);
    }
    await page.getByRole('button', { name: 'Save mark' }).click();
    await expect.poll(async () => (await mark()).x).toBeCloseTo(0.1, 4);
    expect(await mark()).toMatchObject({ y: 0.2, width: 0.2, height: 0.05 });
  });
});
