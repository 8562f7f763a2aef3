import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { launchBrowser, openPage, soon } from './support/browser.ts';
import { outcome, requestChanges, reviewToDecide } from './support/decide.ts';
import { twoPasses } from './support/passes.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService({ OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' }), launchBrowser()]);
});
afterAll(() => Promise.all([service.close(), browser.close()]));

test('without a webhook the page says where the decision is read, and follows reported fixes', async () => {
  const { client, review } = await reviewToDecide(service);
  const { page, complaints } = await openPage(browser, review.review_url);
  await requestChanges(page);
  await soon(() => outcome(page).textContent()).toBe(
    'Changes requested. Your decision is available to the requester. 3 marks were sent to be fixed. You can add marks until the next pass appears at this link.',
  );
  await client.call('resolve_marks', { id: review.id, marks: [{ id: 1, status: 'resolved' }] });
  await soon(() => outcome(page).textContent()).toContain('1 of 3 marks is reported as fixed.');
  await client.call('resolve_marks', { id: review.id, marks: [2, 3].map((id) => ({ id, status: 'resolved' })) });
  await soon(() => outcome(page).textContent()).toContain('All 3 marks are reported as fixed.');
  // The page says that their screenshots are older than the fixes.
  await page.getByRole('img', { name: 'What mark 1 is about' }).waitFor();
  await page.getByText('All open marks are reported as fixed; see above.').waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('changing an approval restores the marks that it settled', async () => {
  const { client, second } = await twoPasses(service);
  const { page } = await openPage(browser, second.review_url);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('3 marks reported as fixed will be counted as verified.').waitFor();
  await page.getByRole('button', { name: 'Approve now' }).click();
  await page.getByRole('button', { name: 'Approve anyway' }).click();
  await page.getByText('Approved.').waitFor();
  await page.getByRole('button', { name: 'Change decision' }).click();
  await page.getByText('Marks settled by your approval will be restored.').waitFor();
  await page.getByRole('textbox', { name: 'Note' }).fill('On second thought');
  await page.getByRole('button', { name: 'Request changes now' }).click();
  await page.getByText('Changes requested.').waitFor();
  const { marks, decision } = await client.call('get_review', { id: second.id });
  expect(marks.map(({ status }) => status)).toEqual(['resolved', 'resolved', 'resolved']);
  expect(decision).toMatchObject({ number: 2, outcome: 'changes_requested' });
  await page.getByRole('button', { name: 'Looks fixed: mark 1' }).waitFor();
  await page.context().close();
});
