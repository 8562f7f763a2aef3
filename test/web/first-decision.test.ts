import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { review } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { launchBrowser } from './support/browser.ts';
import { drawn } from './support/stage.ts';
import { tap, tooSmallToTap } from './support/tap.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

/** Opens a review, and returns its page and what counts presses. */
async function open(phone: boolean) {
  const client = await service.newClient();
  const made = await review(client);
  const options = phone
    ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    : { viewport: { width: 1440, height: 900 } };
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(made.review_url);
  await drawn(page);
  let presses = 0;
  const press = async (place: Locator, touch = tap) => {
    presses += 1;
    await (phone ? touch(place) : place.click());
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const decided = async () => (await client.call('get_review', { id: made.id })).decision?.outcome;
  return {
    page,
    press,
    button,
    decided,
    marks: () => client.call('get_review', { id: made.id }),
    count: () => presses,
  };
}

test('a first mark is requested with three clicks: the place, Request changes, and the confirmation', async () => {
  const { page, press, button, decided, marks, count } = await open(false);
  await press(page.locator('.surface'));
  await page.keyboard.type('The button is too pale');
  await press(button('Request changes'));
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 mark will be sent to be fixed.').waitFor();
  await press(dialog.getByRole('button', { name: 'Request changes now', exact: true }));
  await expect.poll(decided).toBe('changes_requested');
  expect((await marks()).marks.map(({ body }) => body)).toEqual(['The button is too pale']);
  expect(count()).toBe(3);
  await page.context().close();
});

test('a narrow window invites to click with a mouse, and to tap with a finger', async () => {
  const { review_url, guest_share_url } = await review(await service.newClient());
  const viewport = { width: 390, height: 844 };
  for (const options of [{ viewport }, { viewport, hasTouch: true, isMobile: true }]) {
    const page = await (await browser.newContext(options)).newPage();
    const verb = options.isMobile ? 'Tap' : 'Click';
    await page.goto(review_url);
    await page.getByRole('button', { name: `${verb} the screenshot to leave a mark` }).waitFor();
    await page.goto(guest_share_url);
    await page.getByRole('button', { name: `${verb} the screenshot to leave a suggestion` }).waitFor();
    await page.context().close();
  }
});

test('on a phone it takes four taps, on buttons that are large enough, and nothing is wider than the screen', async () => {
  const { page, press, button, decided, count } = await open(true);
  await button('Approve').waitFor();
  const size = await page.evaluate(() => ({ page: document.documentElement.scrollWidth, window: innerWidth }));
  expect(size.page).toBe(size.window);
  expect(await tooSmallToTap(page.getByRole('button'))).toEqual([]);
  await press(page.locator('.surface'), (surface) => surface.tap());
  await page.keyboard.type('The button is too pale');
  await press(button('Save mark'));
  await page.locator('.marker[data-mark="1"]').waitFor();
  await press(button('Request changes'));
  await page.getByRole('dialog').waitFor();
  // The dialog takes what comes at once for the second half of a double tap.
  const shown = await page.evaluate<number>('performance.now()');
  await expect.poll(() => page.evaluate<number>('performance.now()')).toBeGreaterThan(shown + 300);
  await press(page.getByRole('dialog').getByRole('button', { name: 'Request changes now', exact: true }));
  await expect.poll(decided).toBe('changes_requested');
  expect(count()).toBe(4);
  await page.context().close();
});
