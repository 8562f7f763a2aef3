import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { openBoxes } from './support/boxes.ts';
import { launchBrowser, oneTab } from './support/browser.ts';
import { reviewOfTwoShots } from './support/live-page.ts';
import { hasParts, marker, ready, save, words } from './support/review-page.ts';
import { boxOf, frameOf } from './support/stage.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const tab = oneTab(browser);

const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const drawn = (page: Page) => page.locator('.strokes path:not(.strokes-edge)');

async function drag(page: Page, from: { x: number; y: number }, ...through: { x: number; y: number }[]) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (const to of through) await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
}

/** Rounds points of a mark's box to hundredths of it. */
const pointsOf = (strokes: readonly { points: readonly { x: number; y: number }[] }[]) =>
  strokes.map(({ points }) => points.map(({ x, y }) => [x, y].map((value) => Math.round(value * 20) / 20)));

test('an arrow and a line are drawn on a box, undone, saved in its colour, and move with it', async () => {
  const { page, mark, complaints } = await openBoxes(service, tab);
  const frame = await frameOf(page);
  const at = (x: number, y: number) => ({ x: frame.x + x, y: frame.y + y });
  await drag(page, at(300, 100), at(500, 200));
  await words(page).fill('Move this to the left');
  await tool(page, 'Draw an arrow').click();
  await drag(page, at(200, 300), at(400, 150));
  await tool(page, 'Draw a line').click();
  await drag(page, at(300, 100), at(250, 100), at(250, 200));
  await drag(page, at(300, 250), at(350, 250));
  await tool(page, 'Undo the last stroke').click();
  // Escape ends drawing, and leaves the composer open.
  await page.keyboard.press('Escape');
  await expect.poll(() => tool(page, 'Draw a line').getAttribute('aria-pressed')).toBe('false');
  await page.getByText('Must fix', { exact: true }).click();
  await save(page).click();
  await marker(page, 1).waitFor();
  const saved = await mark();
  expect(saved.strokes.map(({ kind }) => kind)).toEqual(['arrow', 'line']);
  expect(pointsOf(saved.strokes)).toEqual([
    [
      [-0.5, 2],
      [0.5, 0.5],
    ],
    [
      [0, 0],
      [-0.25, 0],
      [-0.25, 1],
    ],
  ]);
  await expect.poll(() => drawn(page).evaluate((path) => getComputedStyle(path).stroke)).toBe('rgb(192, 38, 38)');

  const before = await boxOf(drawn(page));
  await marker(page, 1).press('Shift+ArrowRight');
  await expect.poll(async () => (await boxOf(drawn(page))).x > before.x + 3).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await mark()).x > saved.x).toBe(true);
  expect((await mark()).strokes).toEqual(saved.strokes);
  expect(complaints).toEqual([]);
});

test('on another screenshot too, Escape ends drawing before it closes the composer', async () => {
  const { review_url } = await reviewOfTwoShots(await service.newClient());
  const { page } = await tab(review_url);
  await ready(page, 'Desktop');
  await hasParts(page);
  await page.keyboard.press('j');
  await ready(page, 'Mobile');
  const { x, y } = await frameOf(page);
  await drag(page, { x: x + 100, y: y + 100 }, { x: x + 200, y: y + 200 });
  await words(page).fill('Move this');
  await tool(page, 'Draw an arrow').click();
  await page.keyboard.press('Escape');
  await expect.poll(() => tool(page, 'Draw an arrow').getAttribute('aria-pressed')).toBe('false');
  expect(await words(page).inputValue()).toBe('Move this');
});

test('an arrow is set by keys: its start and its end move by arrow keys, and Delete removes it', async () => {
  const { page, mark, complaints } = await openBoxes(service, tab, 'Too far to the right');
  await marker(page, 1).click();
  await page.getByRole('button', { name: 'Edit mark 1', exact: true }).click();
  await words(page).waitFor();
  const start = page.getByRole('button', { name: /^Start of arrow 1,/ });
  const end = page.getByRole('button', { name: /^End of arrow 1,/ });
  await tool(page, 'Draw an arrow').press('Enter');
  await expect.poll(() => start.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Delete');
  await start.waitFor({ state: 'detached' });
  await tool(page, 'Draw an arrow').press('Enter');
  await expect.poll(() => start.evaluate((button) => button === document.activeElement)).toBe(true);
  // The middle of its 256 by 240 px, from 120 px to the left and 80 px above.
  for (let times = 0; times < 8; times += 1) await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Tab');
  await expect.poll(() => end.evaluate((button) => button === document.activeElement)).toBe(true);
  for (let times = 0; times < 8; times += 1) await page.keyboard.press('Shift+ArrowRight');
  await save(page).click();
  await expect
    .poll(async () => pointsOf((await mark()).strokes))
    .toEqual([
      [
        [0.05, -0.15],
        [0.8, 0.5],
      ],
    ]);
  expect(complaints).toEqual([]);
});

test('words are still asked for, and what was drawn waits for them in a draft', async () => {
  const { page, complaints } = await openBoxes(service, tab);
  const frame = await frameOf(page);
  await drag(page, { x: frame.x + 300, y: frame.y + 100 }, { x: frame.x + 500, y: frame.y + 200 });
  await words(page).waitFor();
  await tool(page, 'Draw an arrow').click();
  await drag(page, { x: frame.x + 200, y: frame.y + 300 }, { x: frame.x + 400, y: frame.y + 150 });
  await save(page).click();
  await page.getByText('Write what should change, then save.').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByText('No words yet').waitFor();
  await page.reload();
  await drawn(page).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Continue editing' }).click();
  await tool(page, 'Remove what was drawn').click();
  await drawn(page).waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});
