import { describe, expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { launchBrowser, oneTab } from './support/browser.ts';
import { words } from './support/review-page.ts';
import { frameOf } from './support/stage.ts';
import { gesture, openTall, settled, top, zoomed } from './support/zoom.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const tab = oneTab(browser);

describe('the wheel', () => {
  test('with Ctrl zooms around the pointer: the point under it stays there, during and after', async () => {
    const { page, complaints } = await openTall(service, tab);
    const at = { x: 700, y: 420 };
    await page.mouse.move(at.x, at.y);
    await page.mouse.wheel(0, 2400);
    await expect.poll(() => top(page)).toBe(2400);
    const under = async () => {
      const frame = await frameOf(page);
      return { x: (at.x - frame.x) / frame.width, y: (at.y - frame.y) / frame.height };
    };
    const before = await under();
    const scale = await zoomed(page);
    await page.keyboard.down('Control');
    for (let turn = 0; turn < 4; turn += 1) await page.mouse.wheel(0, -100);
    await expect.poll(() => zoomed(page)).toBeGreaterThan(scale * 1.5);
    const during = await under();
    await settled(page);
    await page.keyboard.up('Control');
    const after = await under();
    const { height } = await frameOf(page);
    for (const each of [during, after]) expect(Math.abs(each.y - before.y) * height).toBeLessThan(3);
    // The horizontal place is kept too, once the screenshot is wider than the stage.
    expect(Math.abs(after.x - during.x) * 1280).toBeLessThan(3);
    expect(complaints).toEqual([]);
  });
});

test('a touchpad’s pinch in Safari zooms around the pointer', async () => {
  const { page, complaints } = await openTall(service, tab);
  const at = { x: 700, y: 420 };
  const before = await frameOf(page);
  const scale = await zoomed(page);
  expect(await gesture(page, 'gesturestart', 1, at)).toBe(false);
  for (const by of [1.2, 1.5]) expect(await gesture(page, 'gesturechange', by, at)).toBe(false);
  await expect.poll(() => page.locator('.image[data-zooming]').count()).toBe(0);
  await expect.poll(async () => Math.abs((await zoomed(page)) - scale * 1.5)).toBeLessThan(0.02);
  const after = await frameOf(page);
  const under = (frame: typeof after) => (at.y - frame.y) / frame.height;
  expect(Math.abs(under(after) - under(before)) * after.height).toBeLessThan(3);
  expect(complaints).toEqual([]);
});

describe('panning', () => {
  test('with the middle button or the space bar moves the screenshot and places no mark', async () => {
    const { page, complaints } = await openTall(service, tab);
    await page.mouse.move(700, 600);
    await page.mouse.down({ button: 'middle' });
    await page.mouse.move(700, 300, { steps: 5 });
    await page.mouse.up({ button: 'middle' });
    await expect.poll(() => top(page)).toBe(300);
    await page.keyboard.down('Space');
    await page.mouse.move(700, 600);
    await page.mouse.down();
    await page.mouse.move(700, 500, { steps: 5 });
    await page.mouse.up();
    await page.keyboard.up('Space');
    await expect.poll(() => top(page)).toBe(400);
    expect(await words(page).count()).toBe(0);
    await page.keyboard.press('Space');
    await expect.poll(() => top(page)).toBeGreaterThan(700);
    await page.mouse.click(700, 500);
    await words(page).waitFor();
    await page.keyboard.type('a b');
    await expect.poll(() => words(page).inputValue()).toBe('a b');
    expect(complaints).toEqual([]);
  });
});
