import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { mark, nextPass, review } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { intercept, launchBrowser, oneTab } from './support/browser.ts';
import { approve, confirm, dialog, note, passesToDecide, read } from './support/decide.ts';
import { drawn } from './support/stage.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const tab = oneTab(browser);

const ask = (page: Page) => page.getByRole('button', { name: 'Request changes', exact: true });
test('the dialog lists what was not looked at, leads to each, and to the other decision', async () => {
  const made = await passesToDecide(service);
  const { page, complaints } = await tab(made.second.review_url);
  await page.getByRole('img', { name: 'Desktop, pass 2' }).first().waitFor();
  await ask(page).click();
  await dialog(page).getByText('3 marks are still to be verified.').waitFor();
  await dialog(page).getByText('1 guest suggestion waits for your answer.').waitFor();
  await dialog(page).getByText('1 finding is not handled yet.').waitFor();
  expect(await dialog(page).getByText('not saved').count()).toBe(0);
  const title = (name: RegExp) => dialog(page).getByRole('heading', { name }).waitFor();
  await title(/^Request changes/);
  await dialog(page).getByRole('button', { name: 'Approve instead' }).click();
  await title(/^Approve/);
  await dialog(page).getByRole('button', { name: 'Request changes instead' }).click();
  await title(/^Request changes/);
  await note(page).fill('Nearly');
  await dialog(page).getByRole('button', { name: 'Show me Receipt' }).click();
  await page.getByRole('region', { name: 'Receipt', exact: true }).waitFor();
  await expect.poll(() => dialog(page).count()).toBe(0);

  await ask(page).click();
  await expect.poll(() => note(page).inputValue()).toBe('Nearly');
  await expect.poll(() => dialog(page).getByText('You haven’t looked at').count()).toBe(0);
  await dialog(page).getByRole('listitem').filter({ hasText: 'suggestion' }).getByRole('button').click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('details')?.id)).toBe('guests');
  await ask(page).click();
  await dialog(page).getByRole('listitem').filter({ hasText: 'finding' }).getByRole('button').click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('details')?.id)).toBe('findings');
  await expect.poll(() => page.getByText('Show the date').isVisible()).toBe(true);
  expect(complaints).toEqual([]);
});

/** Makes a first pass with one screenshot. */
async function reviewOfOne() {
  const client = await service.newClient();
  return { client, second: await review(client) };
}

/** Counts the decisions that the page sends from now on. */
function countDecisions(page: Page): () => number {
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/decision')) sent += 1;
  });
  return () => sent;
}

test('D opens the dialog and does not approve, and ⌘ Enter sends only inside the dialog', async () => {
  const made = await reviewOfOne();
  const { page } = await tab(made.second.review_url);
  await page.getByRole('img', { name: 'Home, pass 1' }).first().waitFor();
  await page.keyboard.press('d');
  await dialog(page).filter({ hasText: 'Approve' }).waitFor();
  const sent = countDecisions(page);
  // A second D must not decide.
  await page.keyboard.press('d');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Meta+Enter');
  await drawn(page);
  expect(sent()).toBe(0);
  await approve(page).focus();
  await page.keyboard.press('Enter');
  await dialog(page).waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await expect.poll(() => approve(page).evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await note(page).fill('Good');
  const typed = Promise.withResolvers<void>();
  await intercept(page, '**/decision', async (route) => {
    await typed.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+Enter');
  // Nothing is added to a note that is being sent.
  await page.keyboard.type(' so far');
  expect(await note(page).inputValue()).toBe('Good');
  typed.resolve();
  await page.getByText('Approved.').waitFor();
  expect((await read(made)).decision).toMatchObject({ number: 1, outcome: 'approved', note: 'Good' });
});

test('a double press opens the dialog without sending; a double press in the dialog sends once', async () => {
  const made = await reviewOfOne();
  const { page } = await tab(made.second.review_url);
  const sent = countDecisions(page);
  await approve(page).dblclick();
  await dialog(page).waitFor();
  await drawn(page);
  expect(sent()).toBe(0);
  await confirm(page).dblclick();
  await page.getByText('Approved.').waitFor();
  expect(sent()).toBe(1);
  expect((await read(made)).decision?.number).toBe(1);
});

test('another person’s decision meanwhile is shown, and only overridden after it was seen', async () => {
  const made = await reviewOfOne();
  const { page } = await tab(made.second.review_url);
  await approve(page).click();
  await note(page).fill('Lovely');
  await service
    .byLink(made.second.review_url)
    .call('decide', { outcome: 'changes_requested', note: 'No', name: 'Bo', after_decision: 0 });
  await dialog(page)
    .getByText('While you were deciding: Bo requested changes. “No”')
    .or(dialog(page).getByText('Bo requested changes. “No”'))
    .first()
    .waitFor();
  await confirm(page).click();
  await dialog(page).getByRole('alert').getByText('nothing was sent').waitFor();
  expect((await read(made)).decision).toMatchObject({ number: 1, outcome: 'changes_requested' });
  await expect.poll(() => note(page).inputValue()).toBe('Lovely');
  // Now that it is shown, it can be changed.
  await confirm(page).click();
  await page.getByText('Approved.').waitFor();
  expect((await read(made)).decision).toMatchObject({ number: 2, outcome: 'approved', note: 'Lovely' });
});

test('a newer pass ends the dialog, which then says nothing of a decision; the note moves to that pass', async () => {
  const { client, second: older } = await reviewOfOne();
  const { page } = await tab(older.review_url);
  await approve(page).click();
  await note(page).fill('Lovely');
  const newer = await nextPass(client, older);
  await dialog(page).getByRole('status').getByText('A newer pass is open').waitFor();
  expect(await dialog(page).getByText('approving').count()).toBe(0);
  expect(await confirm(page).count()).toBe(0);
  await page.goto(newer.review_url);
  const moved = () => page.evaluate((id) => localStorage.getItem(`sightline:${id}:note`), newer.id);
  await expect.poll(moved).toBe('Lovely');
  await approve(page).click();
  expect(await note(page).inputValue()).toBe('Lovely');
});

test('changes without a mark need a note, and an approval asks what becomes of each must-fix mark', async () => {
  const made = await reviewOfOne();
  const { page, complaints } = await tab(made.second.review_url);
  await ask(page).click();
  await dialog(page).getByRole('button', { name: 'Request changes now' }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('Write a note');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });

  await service.byLink(made.second.review_url).call('place_mark', mark({ must_fix: true }));
  await page.getByRole('button', { name: /^Mark 1, must fix/ }).waitFor();
  await approve(page).click();
  await confirm(page).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('for each mark');
  const choice = dialog(page).getByRole('group', { name: /^Mark 1/ });
  const remove = choice.getByRole('radio', { name: 'Remove' });
  await remove.check();
  await service.byLink(made.second.review_url).call('edit_mark', { mark_id: 1, body: 'The header covers the menu' });
  await choice.getByText('The header covers the menu').waitFor();
  // Nobody chose this for the new words.
  expect(await remove.isChecked()).toBe(false);
  await remove.check();
  await confirm(page).click();
  await page.getByText('Approved.').waitFor();
  expect((await read(made)).marks.map(({ status }) => status)).toEqual(['withdrawn']);
  expect(complaints).toEqual([]);
});

test('one choice settles every must-fix mark, and each can still be chosen for alone', async () => {
  const made = await reviewOfOne();
  const link = service.byLink(made.second.review_url);
  for (let n = 0; n < 3; n += 1) await link.call('place_mark', mark({ must_fix: true, body: `Mark ${n}` }));
  const { page, complaints } = await tab(made.second.review_url);
  await approve(page).click();
  const of = (name: string) => dialog(page).getByRole('group', { name, exact: true });
  await of('All 3 marks').getByRole('radio', { name: 'Fixed' }).check();
  expect(await dialog(page).getByRole('radio', { checked: true }).count()).toBe(4);
  await of('Mark 3: Mark 2').getByRole('radio', { name: 'Remove' }).check();
  expect(await of('All 3 marks').getByRole('radio', { checked: true }).count()).toBe(0);
  await confirm(page).click();
  await page.getByText('Approved.').waitFor();
  const statuses = (await read(made)).marks.map(({ status }) => status);
  expect(statuses).toEqual(['verified', 'verified', 'withdrawn']);
  expect(complaints).toEqual([]);
});
