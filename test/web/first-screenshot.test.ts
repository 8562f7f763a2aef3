import { expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { launchBrowser } from './support/browser.ts';
import {
  beforeAndAfterScript,
  phone,
  reloadWhole,
  reviewOf,
  untilReplaced,
  withoutScripts,
} from './support/first-screenshot.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

test('the screenshot shows before the script loads, and does not move then', async () => {
  const [before, after] = await beforeAndAfterScript(browser, await reviewOf(service, 9000), phone);
  for (const side of ['x', 'y', 'width'] as const) expect(before[side]).toBeCloseTo(after[side], 0);
});

test('without JavaScript a note appears above the screenshot', async () => {
  const { note, screenshot } = await withoutScripts(browser, await reviewOf(service, 3000), phone);
  expect(note.y + note.height).toBeLessThanOrEqual(screenshot.y);
  expect(screenshot.y + screenshot.height).toBe(phone.height);
});

test('the first screenshot is replaced only after it was shown', async () => {
  expect(await untilReplaced(browser, await reviewOf(service, 6000))).toEqual([
    'shown: first-screenshot',
    'taken away',
  ]);
});

test.each(['js', 'css'] as const)(
  'a %s file that fails to load is reported, with a button to reload',
  async (missing) => {
    const url = await reviewOf(service, 3000);
    expect(await reloadWhole(browser, url, phone, missing)).toBeLessThanOrEqual(phone.width);
  },
);
