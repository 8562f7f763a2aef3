import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { launchBrowser } from '../../web/support/browser.ts';
import {
  clickImage,
  inbox,
  newGuestReview,
  openGuest,
  ownMarker,
  ownRow,
  send,
  suggestAt,
  words,
} from '../../web/support/guests.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

test('unsent suggestions survive the page: closed offline, opened again, sent', async () => {
  const shared = await newGuestReview(service);
  const { page } = await openGuest(browser, shared.guestUrl);
  const context = page.context();
  await context.setOffline(true);
  await clickImage(page, 300, 200);
  await words(page).fill('Before the crash');
  await send(page).click();
  await ownMarker(page, 'A').waitFor();
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(shared.guestUrl);
  await again.getByRole('button', { name: 'Your suggestion A, with the reviewer: Before the crash' }).waitFor();
  expect((await inbox(shared)).map(({ body }) => body)).toEqual(['Before the crash']);
  await context.close();
});

test('changed and deleted offline: the service gets the latest state', async () => {
  const shared = await newGuestReview(service);
  const { page } = await openGuest(browser, shared.guestUrl);
  await suggestAt(page, 200, 150, 'Change me', 'A');
  await suggestAt(page, 500, 250, 'Take me back', 'B');
  await page.context().setOffline(true);
  await ownRow(page, 'A').click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await words(page).fill('Changed offline');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Your suggestion A, last change not sent yet' }).waitFor();
  await ownRow(page, 'B').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await ownMarker(page, 'B').waitFor({ state: 'detached' });
  await page.context().setOffline(false);
  await expect.poll(async () => (await inbox(shared)).map(({ body }) => body)).toEqual(['Changed offline']);
  await page.context().close();
});

test('two tabs of one guest show the same, and neither loses text of the other', async () => {
  const shared = await newGuestReview(service);
  const { page } = await openGuest(browser, shared.guestUrl);
  const other = await page.context().newPage();
  await other.goto(shared.guestUrl);
  await other.getByRole('img', { name: 'Desktop' }).first().waitFor();
  await suggestAt(page, 200, 150, 'From the first tab', 'A');
  await other.getByRole('button', { name: 'Your suggestion A, with the reviewer: From the first tab' }).waitFor();
  await suggestAt(other, 500, 250, 'From the second tab', 'B');
  await page.getByRole('button', { name: 'Your suggestion B, with the reviewer: From the second tab' }).waitFor();
  expect(await inbox(shared)).toHaveLength(2);
  await page.context().close();
});
