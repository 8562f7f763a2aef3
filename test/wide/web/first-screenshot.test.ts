import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { launchBrowser } from '../../web/support/browser.ts';
import {
  beforeAndAfterScript,
  laptop,
  phone,
  reloadWhole,
  reviewOf,
  untilReplaced,
  withoutScripts,
} from '../../web/support/first-screenshot.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

test.each([
  { name: 'tall, a laptop', height: 9000, viewport: laptop },
  { name: 'short, a laptop', height: 500, viewport: laptop },
  { name: 'short, a phone', height: 500, viewport: phone },
])('the screenshot is there before the script is, and does not move: $name', async ({ height, viewport }) => {
  const [before, after] = await beforeAndAfterScript(browser, await reviewOf(service, height), viewport);
  for (const side of ['x', 'y', 'width'] as const) expect(before[side]).toBeCloseTo(after[side], 0);
});

test('without scripts the page says so above the screenshot, on a laptop too', async () => {
  const { note, screenshot } = await withoutScripts(browser, await reviewOf(service, 3000), laptop);
  expect(note.y + note.height).toBeLessThanOrEqual(screenshot.y);
  expect(screenshot.y + screenshot.height).toBe(laptop.height);
});

test('the first view stays until the screenshot has been painted, even if it is white', async () => {
  const url = await reviewOf(service, 6000, '#ffffff');
  expect(await untilReplaced(browser, url)).toEqual(['shown: first-screenshot', 'taken away']);
});

test('a missing script is reported on a laptop too, with a way to try again', async () => {
  expect(await reloadWhole(browser, await reviewOf(service, 3000), laptop, 'js')).toBeLessThanOrEqual(laptop.width);
});
