import { beforeEach, expect, test } from 'vitest';
import type { Client } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import { decide, mark, review, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { intercept, launchBrowser, oneTab } from './support/browser.ts';

let client: Client;
let of: Review;
const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const tab = oneTab(browser);
beforeEach(async () => {
  client = await service.newClient();
  const made = await review(client);
  for (const body of ['Too pale', 'Too low']) await reviewerOf(made).call('place_mark', mark({ body }));
  of = (await decide(made, 'changes_requested')).review;
});

const ask = (mark_id: number, body: string) =>
  client.call('reply_to_mark', { id: of.id, mark_id, body, question: true });
const repliesOf = async (mark_id: number) =>
  (await client.call('get_review', { id: of.id })).marks
    .find(({ id }) => id === mark_id)
    ?.replies.map(({ by, body }) => [by, body]);

test('a question of the agent appears on the open page, and is answered there without a new decision', async () => {
  const { page, complaints } = await tab(of.review_url);
  await page.getByRole('button', { name: /^Show mark 2:/ }).waitFor();
  await ask(2, 'Which line?');
  const question = page.getByRole('list', { name: 'Replies to mark 2' });
  await question.getByText('Which line?').waitFor();
  await question.getByText('Fixing agent').waitFor();
  await page.getByText('The fixing agent asks about mark 2.').waitFor();

  await page.getByRole('button', { name: '1 question to answer' }).click();
  await expect
    .poll(() => page.getByRole('button', { name: /^Show mark 2:/ }).getAttribute('aria-pressed'))
    .toBe('true');
  await page.getByRole('button', { name: 'Answer the question about mark 2' }).click();
  // Invisible characters are no reply.
  await page.getByLabel('Your reply').fill('\u200b');
  await page.getByRole('button', { name: 'Send reply' }).click();
  const refusal = () => page.getByLabel('Your reply').evaluate((field: HTMLTextAreaElement) => field.validationMessage);
  await expect.poll(refusal).toBe('Write something first.');
  await page.getByLabel('Your reply').fill('The lower one.');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await question.getByText('The lower one.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: '1 question to answer' }).count()).toBe(0);
  expect(await repliesOf(2)).toEqual([
    ['agent', 'Which line?'],
    ['reviewer', 'The lower one.'],
  ]);
  expect((await client.call('get_review', { id: of.id })).decision?.number).toBe(1);
  // The button that opened the form has the focus again.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Reply to mark 2');
  expect(complaints).toEqual([]);
});

test('a reply is written and sent by keyboard, kept while it is not sent, and sent once', async () => {
  const { page } = await tab(of.review_url);
  await page.getByRole('button', { name: /^Show mark 1:/ }).click();
  await page.getByRole('button', { name: 'Reply to mark 1' }).press('Enter');
  await page.keyboard.type('Use the token.');
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('button', { name: /^Show mark 1:/ }).click();
  await page.getByRole('button', { name: 'Reply to mark 1' }).click();
  expect(await page.getByLabel('Your reply').inputValue()).toBe('Use the token.');

  // The first answer is lost on the way.
  let sent = 0;
  await intercept(page, '**/replies', async (route) => {
    sent += 1;
    if (sent > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.keyboard.press('Control+Enter');
  await page
    .getByRole('alert')
    .getByText(/cannot be reached/)
    .waitFor();
  expect(await page.getByLabel('Your reply').inputValue()).toBe('Use the token.');
  await page.getByLabel('Your reply').press('Control+Enter');
  await expect.poll(() => page.getByLabel('Your reply').count()).toBe(0);
  expect(await repliesOf(1)).toEqual([['reviewer', 'Use the token.']]);
});

test('words that were added to a reply after it was sent are no part of it, and are kept and sent too', async () => {
  const { page } = await tab(of.review_url);
  await page.getByRole('button', { name: /^Show mark 1:/ }).click();
  await page.getByRole('button', { name: 'Reply to mark 1' }).click();
  const field = page.getByLabel('Your reply');
  const typed = Promise.withResolvers<void>();
  let sent = 0;
  await intercept(page, '**/replies', async (route) => {
    sent += 1;
    if (sent === 1) {
      // Its answer is lost on the way.
      await route.fetch();
      return route.abort();
    }
    await typed.promise;
    await route.continue();
  });
  await page.keyboard.type('Use red.');
  await page.keyboard.press('Control+Enter');
  await page
    .getByRole('alert')
    .getByText(/cannot be reached/)
    .waitFor();
  await page.keyboard.type(' No, green.');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.type(' On phones.');
  typed.resolve();
  await page.getByText('Replied to mark 1.').waitFor();
  expect(await field.inputValue()).toBe('Use red. No, green. On phones.');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => field.count()).toBe(0);
  expect(await repliesOf(1)).toEqual([
    ['reviewer', 'Use red.'],
    ['reviewer', 'Use red. No, green.'],
    ['reviewer', 'Use red. No, green. On phones.'],
  ]);
});

test('a reply that is being written stays open and focused while the mark is reported fixed', async () => {
  const { page } = await tab(of.review_url);
  await page.getByRole('button', { name: /^Show mark 1:/ }).click();
  await page.getByRole('button', { name: 'Reply to mark 1' }).click();
  await page.keyboard.type('Use the');
  await client.call('resolve_marks', { id: of.id, marks: [{ id: 1, status: 'resolved' }] });
  await page.locator('.verify-row').waitFor();
  await page.keyboard.type(' design token.');
  expect(await page.getByLabel('Your reply').inputValue()).toBe('Use the design token.');
  expect(await page.getByRole('dialog').count()).toBe(0);
  // Nor does the list that the mark moves to hide it, while another mark is selected.
  await page.getByRole('button', { name: /^Show mark 2:/ }).click();
  await service.byLink(of.review_url).call('verify_mark', { mark_id: 1 });
  await page.locator('.mark-row[data-status="verified"]').waitFor({ state: 'attached' });
  expect(await page.getByLabel('Your reply').isVisible()).toBe(true);
});
