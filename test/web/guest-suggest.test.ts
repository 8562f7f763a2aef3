import { describe, expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { findings } from './support/axe.ts';
import { intercept, keepUndo, launchBrowser, oneTab } from './support/browser.ts';
import {
  clickImage,
  inbox,
  nameField,
  newGuestReview,
  openGuest,
  ownMarker,
  ownRow,
  send,
  stage,
  words,
} from './support/guests.ts';
import { tap, tapPoint, tooSmallToTap } from './support/tap.ts';

const service = await startService();
const browser = await launchBrowser();
const tab = oneTab(browser);

const undo = 'Undo';

describe('by mouse', () => {
  test('a click, text and a name leave a suggestion at the click, and the name is remembered', async () => {
    const shared = await newGuestReview(service);
    const { page, complaints } = await openGuest(tab, shared.guestUrl);
    await page.getByText('You’re a guest: leave suggestions on these screenshots.').waitFor();
    const frame = await clickImage(page, 300, 200);
    await page.keyboard.type('Say what shipping costs');
    await nameField(page).fill('Ola');
    await page.keyboard.press('Control+Enter');
    await ownMarker(page, 'A').waitFor();
    const said = { body: 'Say what shipping costs', author: 'Ola', kind: 'point', status: 'pending' };
    await expect.poll(() => inbox(shared)).toMatchObject([said]);
    const [made] = await inbox(shared);
    expect(made?.x).toBeCloseTo(300 / frame.width, 3);
    expect(made?.y).toBeCloseTo(200 / frame.height, 3);
    await clickImage(page, 500, 400);
    await expect.poll(() => nameField(page).inputValue()).toBe('Ola');
    expect(await findings(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('a drag leaves an area, which can be edited, moved and deleted, each with undo', async () => {
    const shared = await newGuestReview(service);
    const { page, complaints } = await openGuest(tab, shared.guestUrl);
    const box = await stage(page).boundingBox();
    if (box === null) throw new Error('no stage');
    await page.mouse.move(box.x + 200, box.y + 150);
    await page.mouse.down();
    await page.mouse.move(box.x + 420, box.y + 260, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.type('Crowded');
    await page.keyboard.press('Control+Enter');
    await ownMarker(page, 'A').waitFor();
    await expect.poll(async () => (await inbox(shared))[0]).toMatchObject({ kind: 'box', body: 'Crowded' });
    const placed = (await inbox(shared))[0];

    await ownRow(page, 'A').click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await words(page).fill('Too crowded');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await keepUndo(page);
    await expect.poll(async () => (await inbox(shared))[0]?.body).toBe('Too crowded');
    await page.getByRole('button', { name: undo }).click();
    await expect.poll(async () => (await inbox(shared))[0]?.body).toBe('Crowded');

    const from = await ownMarker(page, 'A').boundingBox();
    if (from === null) throw new Error('no pin');
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 210, from.y + 60, { steps: 5 });
    await page.mouse.up();
    await keepUndo(page);
    await expect.poll(async () => (await inbox(shared))[0]?.x ?? 0).toBeGreaterThan((placed?.x ?? 1) + 0.1);
    await page.getByRole('button', { name: undo }).click();
    await expect.poll(async () => (await inbox(shared))[0]?.x).toBe(placed?.x);
    expect((await inbox(shared))[0]).toMatchObject({ width: placed?.width, height: placed?.height, y: placed?.y });

    await ownRow(page, 'A').click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await keepUndo(page);
    await expect.poll(() => inbox(shared)).toEqual([]);
    await expect.poll(() => ownMarker(page, 'A').count()).toBe(0);
    await page.getByRole('button', { name: undo }).click();
    await ownMarker(page, 'A').waitFor();
    await expect.poll(async () => (await inbox(shared))[0]?.body).toBe('Crowded');
    expect(complaints).toEqual([]);
  });
});

test('text typed before the answer to a send stays in the composer, and changes the suggestion that was sent', async () => {
  const shared = await newGuestReview(service);
  const { page } = await openGuest(tab, shared.guestUrl);
  const answer = Promise.withResolvers<void>();
  await intercept(page, '**/suggestions', async (route) => {
    const response = await route.fetch();
    if (route.request().method() === 'POST') await answer.promise;
    await route.fulfill({ response });
  });
  await clickImage(page, 300, 200);
  await page.keyboard.type('Too pale');
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await inbox(shared)).length).toBe(1);
  await page.keyboard.type(' to read');
  answer.resolve();
  await page.getByRole('button', { name: 'Saving…' }).waitFor({ state: 'detached' });
  expect(await words(page).inputValue()).toBe('Too pale to read');
  await page.keyboard.press('Control+Enter');
  await words(page).waitFor({ state: 'detached' });
  await expect.poll(async () => (await inbox(shared))[0]?.body).toBe('Too pale to read');
});

test('by keyboard a suggestion is placed with the crosshair, moved with arrows, edited and deleted', async () => {
  const shared = await newGuestReview(service);
  const { page, complaints } = await openGuest(tab, shared.guestUrl);
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Edit the selected suggestion').waitFor();
  expect(await page.getByRole('dialog').getByText('Decide: approve or request changes').count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('m');
  await page.getByRole('button', { name: /^Crosshair/ }).waitFor();
  for (const key of ['ArrowRight', 'Space', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'Enter'])
    await page.keyboard.press(key);
  await page.keyboard.type('Reached by keyboard');
  await page.keyboard.press('Control+Enter');
  await ownMarker(page, 'A').waitFor();
  await expect.poll(async () => (await inbox(shared))[0]).toMatchObject({ kind: 'box', body: 'Reached by keyboard' });
  const before = (await inbox(shared))[0];

  await ownMarker(page, 'A').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await inbox(shared))[0]?.y).toBeCloseTo((before?.y ?? 0) + 11 / 4000, 4);

  await page.keyboard.press('n');
  await page.keyboard.press('e');
  await words(page).waitFor();
  await page.keyboard.type(', twice');
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await inbox(shared))[0]?.body).toBe('Reached by keyboard, twice');
  await words(page).waitFor({ state: 'detached' });

  const back = page.getByRole('button', { name: 'Delete', exact: true });
  await ownRow(page, 'A').focus();
  for (let tabs = 0; tabs < 6 && !(await back.evaluate((button) => button === document.activeElement)); tabs++) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect.poll(() => inbox(shared)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('on a phone a tap opens the composer above the keyboard, and targets have 44 px', async () => {
  const shared = await newGuestReview(service);
  const { page, complaints } = await openGuest(browser, shared.guestUrl, true);
  await page.getByRole('button', { name: /^What to look at: Is the button right\?/ }).waitFor();
  await tapPoint(page, 200, 400);
  await words(page).fill('Tapped');
  await tap(send(page));
  await ownMarker(page, 'A').waitFor();
  await expect.poll(async () => (await inbox(shared))[0]).toMatchObject({ body: 'Tapped', kind: 'point' });

  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y = 0) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  await touch('touchStart', 120, 500);
  await page.locator('[data-kind="preview"]').waitFor();
  await touch('touchMove', 240, 560);
  await touch('touchEnd');
  await words(page).fill('Held');
  await tap(send(page));
  await ownMarker(page, 'B').waitFor();

  await tap(ownMarker(page, 'A'));
  await page.getByRole('button', { name: 'Delete', exact: true }).waitFor();
  const size = await page.evaluate(() => ({ page: document.documentElement.scrollWidth, window: innerWidth }));
  expect(size.page).toBe(size.window);
  expect(await tooSmallToTap(page.locator('button:not(.marker)'))).toEqual([]);
  await tap(page.getByRole('button', { name: 'Delete', exact: true }));
  await keepUndo(page);
  await expect.poll(async () => (await inbox(shared)).map(({ body }) => body)).toEqual(['Held']);

  // The undo button stays beside the composer and does not cover it.
  await page.touchscreen.tap(300, 300);
  await words(page).waitFor();
  const [toast, form] = await Promise.all([
    page.locator('.toast').first().boundingBox(),
    page.locator('.composer').boundingBox(),
  ]);
  if (toast === null || form === null) throw new Error('no toast or no composer');
  expect(toast.y + toast.height <= form.y || form.y + form.height <= toast.y).toBe(true);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('an invalid link, and the reviewer’s own, open no guest page', async () => {
  const shared = await newGuestReview(service);
  for (const token of ['x'.repeat(43), shared.reviewUrl.split('/').at(-1)]) {
    const { page } = await tab(`${service.url}/g/${token}`);
    await page.getByRole('heading', { name: 'There is no review at this address' }).waitFor();
  }
  const answer = await fetch(shared.guestUrl.replace('/g/', '/r/'));
  expect(answer.status).toBe(404);
});
