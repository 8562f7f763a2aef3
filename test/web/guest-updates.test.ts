import { expect, test } from 'vitest';
import { stillClock } from '../support/clock.ts';
import { startService } from '../support/service.ts';
import { launchBrowser, oneTab } from './support/browser.ts';
import {
  clickImage,
  inbox,
  newGuestReview,
  nextPassOf,
  openGuest,
  ownMarker,
  ownRow,
  send,
  suggestAt,
  words,
} from './support/guests.ts';
import { drawn, focused } from './support/stage.ts';

const clock = stillClock();
const [service, browser] = await Promise.all([startService({}, clock.now), launchBrowser()]);
const tab = oneTab(browser);

test('a guest sees live what the reviewer does: accepting, declining, restoring', async () => {
  const shared = await newGuestReview(service);
  const { page, complaints } = await openGuest(tab, shared.guestUrl);
  await suggestAt(page, 300, 200, 'Take me', 'A');
  await suggestAt(page, 500, 300, 'Leave me', 'B');

  await shared.reviewer.call('accept_suggestion', { suggestion_id: 1 });
  await page.getByText('The reviewer accepted suggestion A as mark 1.').waitFor();
  await page.getByRole('button', { name: 'Mark 1 of the reviewer: Take me' }).waitFor();
  await expect.poll(() => ownMarker(page, 'A').count()).toBe(0);
  await ownRow(page, 'A').click();
  await page.getByText('The reviewer accepted this as mark 1.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);

  await shared.reviewer.call('dismiss_suggestion', { suggestion_id: 2 });
  await page.getByText('The reviewer declined suggestion B.').waitFor();
  await ownRow(page, 'B').click();
  await page.getByText('The reviewer declined this.').waitFor();

  await shared.reviewer.call('restore_suggestion', { suggestion_id: 2 });
  await page.getByText('Suggestion B is with the reviewer again.').waitFor();
  await ownMarker(page, 'B').waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();

  await shared.reviewer.call('place_mark', {
    screenshot_index: 0,
    kind: 'point',
    x: 0.5,
    y: 0.05,
    body: 'Pinned meanwhile',
    must_fix: false,
    client_mark_id: crypto.randomUUID(),
  });
  await page.getByRole('button', { name: 'Mark 2 of the reviewer: Pinned meanwhile' }).waitFor();

  await shared.reviewer.call('withdraw_mark', { mark_id: 1 });
  await ownRow(page, 'A').click();
  await page.getByText('The reviewer accepted this as mark 1, and has deleted that mark.').waitFor();
  expect(complaints).toEqual([]);
});

test('a decision shows at once; earlier suggestions stay and new ones are refused', async () => {
  const sentence = 'The reviewer has requested changes.';
  const shared = await newGuestReview(service);
  const { page } = await openGuest(tab, shared.guestUrl);
  await suggestAt(page, 300, 200, 'Said before', 'A');
  await clickImage(page, 500, 300);
  await expect.poll(() => focused(page)).toBe('What would you suggest here?');
  await page.keyboard.type('Typed too late');
  await shared.reviewer.call('decide', { outcome: 'changes_requested', note: 'Done', after_decision: 0 });
  await page.getByText(sentence).waitFor();
  await send(page).click();
  await page.getByRole('alert').waitFor();
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('Your text is saved.');
  await expect.poll(() => words(page).inputValue()).toBe('Typed too late');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Your suggestion A, with the reviewer: Said before' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Mark by keyboard' }).count()).toBe(0);
  await clickImage(page, 200, 500);
  await drawn(page);
  expect(await words(page).count()).toBe(0);
  await page.reload();
  await page.getByText(sentence).waitFor();
  await page.getByRole('button', { name: 'Continue editing' }).waitFor();
  expect(await inbox(shared)).toHaveLength(1);
});

test('a newer pass is linked, and unsent text moves there', async () => {
  const shared = await newGuestReview(service);
  const { page } = await openGuest(tab, shared.guestUrl);
  await suggestAt(page, 300, 200, 'Sent on pass 1', 'A');
  await page.getByRole('button', { name: /^Mobile/ }).click();
  await page.getByRole('img', { name: 'Mobile' }).first().waitFor();
  const frame = await page.getByRole('img', { name: 'Mobile' }).first().boundingBox();
  if (frame === null) throw new Error('no picture');
  await page.mouse.click(frame.x + 100, frame.y + 120);
  await expect.poll(() => focused(page)).toBe('What would you suggest here?');
  await page.keyboard.type('Half written');
  await shared.reviewer.call('decide', { outcome: 'changes_requested', note: 'Again', after_decision: 0 });
  const next = await nextPassOf(service, shared);
  await page.getByText('You’re viewing an older pass. Pass 2 is available.').waitFor();
  await expect.poll(() => words(page).inputValue()).toBe('Half written');
  // The page stores what moves once it knows the newer pass.
  const own = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(':own:')).length);
  await expect.poll(own).toBe(2);
  await page.getByRole('link', { name: 'Go to pass 2' }).click();
  await page.waitForURL(next.guestUrl);
  await page.getByRole('img', { name: 'Mobile' }).first().waitFor();
  await ownRow(page, 'A').waitFor();
  await page.getByRole('button', { name: 'Continue editing' }).click();
  await page.getByRole('img', { name: 'Mobile' }).first().waitFor();
  await expect.poll(() => words(page).inputValue()).toBe('Half written');
  await send(page).click();
  await expect
    .poll(async () => (await inbox(next)).map(({ body }) => body))
    .toEqual(['Sent on pass 1', 'Half written']);
  expect((await inbox(next)).at(-1)).toMatchObject({ screenshot_index: 1, kind: 'point' });
});
