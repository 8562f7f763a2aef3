import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { launchBrowser, oneTab, openPage } from './support/browser.ts';
import { before, chosen, mode, names, opacity, ready, shown } from './support/compare.ts';
import { twoPasses } from './support/passes.ts';
import { boxOf, scrollStage } from './support/stage.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const tab = oneTab(browser);
const url = (await twoPasses(service)).second.review_url;

const stage = (page: Page) => page.getByRole('region', { name: 'Desktop', exact: true });
test('each mode has its key and its button, and switching keeps zoom and place', async () => {
  const { page, complaints } = await tab(url);
  await ready(page);
  await page.keyboard.press('0');
  await page.keyboard.press('+');
  await expect.poll(() => page.locator('.zoom-now').textContent()).toBe('125 %');
  await scrollStage(stage(page), 350);
  const modes = ['now', 'side', 'swipe', 'diff', 'onion', 'blink'];
  const middle = () =>
    stage(page).evaluate((element) => {
      const image = element.querySelector('.image')?.getBoundingClientRect();
      return image === undefined ? 0 : (element.getBoundingClientRect().top - image.top) / image.height;
    });
  const at = await middle();
  for (const [place, name] of modes.entries()) {
    await page.keyboard.press(String(place + 1));
    await expect.poll(() => chosen(page)).toBe(name);
    await expect.poll(() => mode(page, names[place] ?? '').getAttribute('aria-pressed')).toBe('true');
    await expect.poll(async () => Math.abs((await middle()) - at) < 0.003).toBe(true);
    await expect.poll(() => page.locator('.zoom-now').textContent()).toBe('125 %');
  }
  for (const [place, name] of names.entries()) {
    await mode(page, name).click();
    await expect.poll(() => chosen(page)).toBe(modes[place]);
  }
  expect(complaints).toEqual([]);
});

test('on a phone all tools of a comparison are in the window', async () => {
  const { page } = await openPage(browser, url, true);
  await ready(page);
  await page.keyboard.press('5');
  const end = page.locator('.compare-tools').getByText('Pass 2', { exact: true });
  await expect
    .poll(async () => {
      const { x, width } = await boxOf(end);
      return x + width;
    })
    .toBeLessThan(390);
  await page.context().close();
});

test('side by side scrolls both passes together', async () => {
  const { page } = await tab(url);
  await ready(page);
  await page.keyboard.press('2');
  await page.keyboard.press('0');
  const other = page.getByRole('region', { name: 'Desktop, pass 1' });
  await other.waitFor();
  const top = (of: typeof other) => of.evaluate((element) => element.scrollTop);
  await scrollStage(stage(page), 200);
  await expect.poll(() => top(other)).toBe(200);
  await scrollStage(other, 300);
  await expect.poll(() => top(stage(page))).toBe(300);
});

test('swipe follows keys, a press and a drag, and its line stays where it was left', async () => {
  const { page } = await tab(url);
  await ready(page);
  await page.keyboard.press('3');
  const slider = page.getByRole('slider', { name: 'Show more of pass 1 or pass 2' });
  await slider.focus();
  // The names of the passes are on both sides of the line.
  await page.locator('.swipe-line').waitFor();
  const [left, right] = await page.locator('.swipe-pass').all();
  const line = await boxOf(page.locator('.swipe-line'));
  expect(await left?.textContent()).toBe('Pass 1');
  expect(await right?.textContent()).toBe('Pass 2');
  expect((await left?.boundingBox())?.x).toBeLessThan(line.x);
  expect((await right?.boundingBox())?.x).toBeGreaterThan(line.x);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => slider.inputValue()).toBe('51');
  await page.keyboard.press('Home');
  await expect.poll(() => slider.inputValue()).toBe('0');
  const box = await page.locator('.swipe').boundingBox();
  if (box === null) throw new Error('no swipe');
  await page.mouse.click(box.x + box.width / 4, box.y + 200);
  await expect.poll(() => slider.inputValue()).toBe('25');
  await page.mouse.move(box.x + box.width / 4, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + (box.width * 3) / 4, box.y + 220, { steps: 3 });
  await page.mouse.up();
  await expect.poll(() => slider.inputValue()).toBe('75');
  await page.keyboard.press('1');
  await page.keyboard.press('3');
  await expect.poll(() => page.getByRole('slider', { name: 'Show more of pass 1 or pass 2' }).inputValue()).toBe('75');
});

test('blink alternates below the rate of flashes, pauses, and can be switched by hand', async () => {
  const { page } = await openPage(browser, url);
  await page.clock.install();
  await ready(page);
  // The images to compare load only while the clock runs.
  await page.keyboard.press('5');
  await page.getByRole('slider').waitFor();
  await before(page).waitFor({ state: 'attached' });
  await page.keyboard.press('1');
  await page.clock.pauseAt(Date.now() + 600_000);
  await page.keyboard.press('6');
  await before(page).waitFor({ state: 'attached' });
  // The turns begin with the next frame.
  await page.clock.runFor(100);
  expect(await shown(page)).toBe(false);
  await page.clock.runFor(499);
  expect(await shown(page)).toBe(false);
  await page.clock.runFor(201);
  await expect.poll(() => shown(page)).toBe(true);
  await page.clock.runFor(499);
  expect(await shown(page)).toBe(true);
  await page.clock.runFor(201);
  await expect.poll(() => shown(page)).toBe(false);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.clock.runFor(10_000);
  expect(await shown(page)).toBe(false);
  const tools = page.getByRole('group', { name: 'Blink' });
  await tools.getByRole('button', { name: 'Pass 1' }).click();
  await expect.poll(() => shown(page)).toBe(true);
  await page.getByRole('button', { name: 'Play' }).click();
  await page.clock.runFor(800);
  await expect.poll(() => shown(page)).toBe(false);
  await page.context().close();
});

test('a key shows the previous pass while it is held', async () => {
  const { page } = await tab(url);
  await ready(page);
  await page.keyboard.press('1');
  await page.keyboard.down('b');
  await expect.poll(() => opacity(page)).toBe(1);
  await page.getByText('Pass 1, while you hold the key').waitFor();
  await page.keyboard.up('b');
  await expect.poll(() => before(page).count()).toBe(0);
});
