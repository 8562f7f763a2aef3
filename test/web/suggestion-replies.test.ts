import { expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { intercept, launchBrowser, openPage } from './support/browser.ts';
import { inbox, newGuestReview, openGuest, ownRow, suggestAt } from './support/guests.ts';
import { guests, reviewWithSuggestions, row } from './support/inbox.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

test('the reviewer asks a guest about a suggestion, the guest answers, and both see it live', async () => {
  const shared = await newGuestReview(service);
  const { page: guest, complaints } = await openGuest(browser, shared.guestUrl);
  await suggestAt(guest, 300, 200, 'Larger, please', 'A');

  const { page: reviewer, complaints: others } = await openPage(browser, shared.reviewUrl);
  const pending = row(guests(reviewer), 'Larger, please');
  await pending.getByRole('button', { name: /^Show on the screenshot/ }).click();
  await pending.getByRole('button', { name: 'Reply to the suggestion “Larger, please”' }).click();
  await reviewer.getByLabel('Your reply').fill('On phones too?');
  await reviewer.getByRole('button', { name: 'Send reply' }).click();
  await pending.getByText('On phones too?').waitFor();

  await guest.getByText('The reviewer replied to suggestion A.').waitFor();
  const thread = guest.getByRole('list', { name: 'Replies to suggestion A' });
  await thread.getByText('On phones too?').waitFor();
  await ownRow(guest, 'A').click();
  await guest.getByRole('button', { name: 'Reply to suggestion A' }).click();
  await guest.getByLabel('Your reply').fill('Everywhere.');
  // The first answer is lost on the way, and the text stays.
  let sent = 0;
  await intercept(guest, '**/replies', async (route) => {
    sent += 1;
    if (sent > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await guest.keyboard.press('Control+Enter');
  await guest.getByRole('alert').waitFor();
  await guest.keyboard.press('Control+Enter');
  await expect.poll(() => guest.getByLabel('Your reply').count()).toBe(0);
  await thread.getByText('Everywhere.').waitFor();
  await thread.getByText('You', { exact: true }).waitFor();

  await pending.getByText('Everywhere.').waitFor();
  const [{ replies } = { replies: [] }] = await inbox(shared);
  expect(replies.map(({ by, body }) => [by, body])).toEqual([
    ['reviewer', 'On phones too?'],
    ['guest', 'Everywhere.'],
  ]);

  await pending.getByRole('button', { name: 'Add as mark' }).click();
  const mark = reviewer.getByRole('list', { name: 'Replies to mark 1' });
  await mark.getByText('Everywhere.').waitFor();
  await mark.getByText('Guest', { exact: true }).waitFor();
  await expect.poll(() => guest.getByRole('button', { name: 'Reply to suggestion A' }).count()).toBe(0);
  await thread.getByText('Everywhere.').waitFor();
  expect([complaints.filter((text) => !text.includes('ERR_FAILED')), others]).toEqual([[], []]);
  await Promise.all([guest.context().close(), reviewer.context().close()]);
});

test('a reply being written while another person settles its suggestion becomes one to its mark, or is shown', async () => {
  const { review } = await reviewWithSuggestions(service);
  const other = service.byLink(review.review_url);
  const { page } = await openPage(browser, review.review_url);
  const write = async (body: string, reply: string) => {
    const pending = row(guests(page), body);
    await pending.getByRole('button', { name: /^Show on the screenshot/ }).click();
    await pending.getByRole('button', { name: /^Reply to/ }).click();
    await page.getByLabel('Your reply').fill(reply);
  };
  await write('More air', 'Above it?');
  await other.call('accept_suggestion', { suggestion_id: 1 });
  await page.getByText('The suggestion is mark 1 now.').waitFor();
  await expect.poll(() => page.getByLabel('Your reply').inputValue()).toBe('Above it?');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await page.getByRole('list', { name: 'Replies to mark 1' }).getByText('Above it?').waitFor();

  await write('A warmer grey', 'Which one?');
  await other.call('dismiss_suggestion', { suggestion_id: 2 });
  await page.getByText('Your reply was not sent: “Which one?”').waitFor();
  await page.context().close();
});

test('a reply that a guest is writing stays in view when the reviewer declines the suggestion', async () => {
  const shared = await newGuestReview(service);
  const { page } = await openGuest(browser, shared.guestUrl);
  await suggestAt(page, 300, 200, 'Larger, please', 'A');
  await ownRow(page, 'A').click();
  await page.getByRole('button', { name: 'Reply to suggestion A' }).click();
  await page.getByLabel('Your reply').fill('Twice as large.');
  await shared.reviewer.call('dismiss_suggestion', { suggestion_id: 1 });
  await page.getByText('Your reply was not sent: Twice as large.').waitFor();
  await page.context().close();
});
