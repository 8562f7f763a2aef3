import { describe, expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { launchBrowser } from '../../web/support/browser.ts';
import {
  clickImage,
  inbox,
  newGuestReview,
  openGuest,
  ownMarker,
  send,
  suggestAt,
  words,
} from '../../web/support/guests.ts';

const service = await startService();
const browser = await launchBrowser();

describe('by mouse', () => {
  test('moved without a drag: Move, a click on the new place, Done', async () => {
    const shared = await newGuestReview(service);
    const { page } = await openGuest(browser, shared.guestUrl);
    await suggestAt(page, 200, 150, 'Move me', 'A');
    await page.getByRole('button', { name: 'Move or resize suggestion A' }).click();
    await page.getByText('Or click its new place.').waitFor();
    const frame = await clickImage(page, 600, 300);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.poll(async () => (await inbox(shared))[0]?.x).toBeCloseTo(600 / frame.width, 3);
    await expect.poll(() => words(page).count()).toBe(0);
    expect(await inbox(shared)).toHaveLength(1);
    await page.context().close();
  });
});

test('a draft survives Escape and a reload, and becomes one suggestion', async () => {
  const shared = await newGuestReview(service);
  const { page } = await openGuest(browser, shared.guestUrl);
  await clickImage(page, 300, 200);
  await page.keyboard.type('Not yet said');
  await page.keyboard.press('Escape');
  await words(page).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Continue editing' }).click();
  await expect.poll(() => words(page).inputValue()).toBe('Not yet said');
  await send(page).click();
  await ownMarker(page, 'A').waitFor();
  await expect.poll(async () => (await inbox(shared)).map(({ body }) => body)).toEqual(['Not yet said']);
  await expect.poll(() => page.getByRole('button', { name: 'Continue editing' }).count()).toBe(0);
  await page.context().close();
});
