import { expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { launchBrowser, oneTab } from './support/browser.ts';
import {
  clickImage,
  inbox,
  keptHere,
  newGuestReview,
  openGuest,
  ownRow,
  send,
  suggestAt,
  words,
} from './support/guests.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const tab = oneTab(browser);

test('suggestions made offline are kept, shown as unsent, and sent once when back online', async () => {
  const shared = await newGuestReview(service);
  const { page } = await openGuest(tab, shared.guestUrl);
  await page.context().setOffline(true);
  for (const [letter, body] of [
    ['A', 'First without a net'],
    ['B', 'Second without a net'],
  ] as const) {
    await clickImage(page, letter === 'A' ? 200 : 500, 200);
    await words(page).fill(body);
    await send(page).click();
    await page
      .getByRole('button', { name: `Your suggestion ${letter}, not sent yet, kept on this device: ${body}` })
      .waitFor();
  }
  await keptHere(page).first().waitFor();
  await page.getByText('The service cannot be reached.').waitFor();
  expect(await inbox(shared)).toEqual([]);
  await page.context().setOffline(false);
  await expect
    .poll(async () => (await inbox(shared)).map(({ body }) => body))
    .toEqual(['First without a net', 'Second without a net']);
  await page.getByRole('button', { name: 'Your suggestion B, with the reviewer' }).waitFor();
  await page.getByText('The service cannot be reached.').waitFor({ state: 'detached' });
});

test('a suggestion accepted meanwhile is not changed, and the text of the change is kept', async () => {
  const shared = await newGuestReview(service);
  const { page } = await openGuest(tab, shared.guestUrl);
  await suggestAt(page, 200, 150, 'As it was', 'A');
  await page.context().setOffline(true);
  await ownRow(page, 'A').click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await words(page).fill('As I would have it now');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Your suggestion A, last change not sent yet' }).waitFor();
  await shared.reviewer.call('accept_suggestion', { suggestion_id: 1 });
  await page.context().setOffline(false);
  await page.getByText('Your text is saved on this device.').waitFor();
  await page.getByText('As I would have it now').first().waitFor();
  expect((await inbox(shared))[0]).toMatchObject({ status: 'accepted', body: 'As it was' });
  await page.getByRole('button', { name: 'Discard my change' }).click();
  await page.getByText('accepted this as mark 1').waitFor();
});
