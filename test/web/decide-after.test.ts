import { expect, test } from 'vitest';
import { base64, review as makeReview, mark, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { launchBrowser, oneTab } from './support/browser.ts';
import { approve, confirm, outcome, requestChanges, reviewToDecide } from './support/decide.ts';
import { twoPasses } from './support/passes.ts';
import { save, stage } from './support/review-page.ts';
import { boxOf } from './support/stage.ts';

const [service, browser] = await Promise.all([
  startService({ OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' }),
  launchBrowser(),
]);
const tab = oneTab(browser);

test('without a webhook the page says where the decision is read, and follows reported fixes', async () => {
  const { client, review } = await reviewToDecide(service);
  const { page, complaints } = await tab(review.review_url);
  await requestChanges(page);
  await expect
    .poll(() => outcome(page).textContent())
    .toBe(
      'Changes requested. Your decision is available to the requester. 3 marks were sent to be fixed. You can add marks until the next pass appears at this link.',
    );
  await client.call('resolve_marks', { id: review.id, marks: [{ id: 1, status: 'resolved' }] });
  await expect.poll(() => outcome(page).textContent()).toContain('1 of 3 marks is reported as fixed.');
  await client.call('resolve_marks', { id: review.id, marks: [2, 3].map((id) => ({ id, status: 'resolved' })) });
  await expect.poll(() => outcome(page).textContent()).toContain('All 3 marks are reported as fixed.');
  // The page says that their screenshots are older than the fixes.
  await page.getByRole('img', { name: 'What mark 1 is about' }).waitFor();
  await page.getByText('All open marks are reported as fixed; see above.').waitFor();
  expect(complaints).toEqual([]);
});

test('in a window of 320 pixels no button of the decision or the stage is cut off or covered', async () => {
  const { client, review } = await reviewToDecide(service);
  const name = 'M'.repeat(80);
  await service.byLink(review.review_url).call('decide', { outcome: 'changes_requested', name, after_decision: 0 });
  await client.call('reply_to_mark', { id: review.id, mark_id: 1, body: 'How much?', question: true });
  const { second } = await twoPasses(service);
  const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
  await page.goto(review.review_url);
  const change = await boxOf(page.getByRole('button', { name: 'Change decision' }));
  expect(change.x + change.width).toBeLessThanOrEqual(320);
  const beyond = page.locator('.outcome').evaluate((text) => text.scrollWidth - text.clientWidth);
  expect(await beyond).toBe(0);
  await page.goto(second.review_url);
  const menu = await boxOf(page.locator('.modes-menu'));
  expect(menu.x + menu.width).toBeLessThanOrEqual((await boxOf(page.getByRole('toolbar'))).x);
  const cutOff = page
    .locator('.marker-face')
    .first()
    .evaluate((face) => {
      // The hundredth mark of a review.
      face.textContent = '100';
      return face.scrollWidth - face.clientWidth;
    });
  expect(await cutOff).toBe(0);
  await stage(page).click({ position: { x: 160, y: 80 } });
  const saving = await boxOf(save(page));
  expect(saving.x + saving.width).toBeLessThanOrEqual(320);
  const images = ['Home', 'a'.repeat(80)].map(async (label) => ({ image: await base64(), label }));
  const long = await makeReview(client, { images: await Promise.all(images) });
  for (let at = 0; at < 4; at += 1) await reviewerOf(long).call('place_mark', mark({ must_fix: true }));
  await page.goto(long.review_url);
  await approve(page).click();
  const now = await boxOf(confirm(page));
  expect(now.x + now.width).toBeLessThanOrEqual(320);
  expect(now.y + now.height).toBeLessThanOrEqual(640);
  await page.close();
});

test('an approval asks once more about an unchanged mark; changing it keeps the name, and restores the marks', async () => {
  const { client, second } = await twoPasses(service);
  const { page } = await tab(second.review_url);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('3 marks reported as fixed will be counted as verified.').waitFor();
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  await page.getByRole('button', { name: 'Approve now' }).click();
  await page.getByText('Mark 2 looks the same as in pass 1. Press “Approve anyway” to count it as fixed.').waitFor();
  const statuses = async () => (await client.call('get_review', { id: second.id })).marks.map(({ status }) => status);
  expect(await statuses()).toEqual(['resolved', 'resolved', 'resolved']);
  await page.keyboard.press('Control+Enter');
  await page.getByText('Approved by Ada.').waitFor();
  expect(await statuses()).toEqual(['verified', 'verified', 'verified']);
  await page.getByRole('button', { name: 'Change decision' }).click();
  await page.getByText('Marks settled by your approval will be restored.').waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('Ada');
  await page.getByRole('textbox', { name: 'Note' }).fill('On second thought');
  await page.getByRole('button', { name: 'Request changes now' }).click();
  await page.getByText('Ada requested changes.').waitFor();
  expect(await statuses()).toEqual(['resolved', 'resolved', 'resolved']);
  const { decision } = await client.call('get_review', { id: second.id });
  expect(decision).toMatchObject({ number: 2, outcome: 'changes_requested' });
  await page.getByRole('button', { name: 'Looks fixed: mark 1' }).waitFor();
});
