import { expect, test } from 'vitest';
import { startReceiver } from '../../api/support/receiver.ts';
import { startService } from '../../support/service.ts';
import { launchBrowser, openPage } from '../../web/support/browser.ts';
import { outcome, requestChanges, reviewToDecide } from '../../web/support/decide.ts';
import { twoPasses } from '../../web/support/passes.ts';

const [service, browser] = await Promise.all([
  startService({ OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' }),
  launchBrowser(),
]);

test('for a pull request it says what the check does, and more once that is known', async () => {
  const hook = await startReceiver();
  const { review } = await reviewToDecide(service, { reference: 'github:7:42:visual', webhook_url: hook.url });
  const { page } = await openPage(browser, review.review_url);
  await requestChanges(page);
  await expect.poll(() => outcome(page).textContent()).toMatch(/The check on pull request 42 (failed|will fail)\./);
  await expect.poll(async () => hook.received.length).toBe(1);
  await expect
    .poll(async () => {
      await page.reload();
      return outcome(page).textContent();
    })
    .toContain('The check on pull request 42 failed.');
  await page.getByRole('button', { name: 'Change decision' }).click();
  await page.getByRole('button', { name: 'Approve now' }).click();
  await expect
    .poll(() => outcome(page).textContent())
    .toMatch(/^Approved\. The check on pull request 42 (passed|will pass)\./);
  await page.context().close();
});

test('on an older pass it shows the state at its decision, though its marks are verified meanwhile', async () => {
  const { first, second } = await twoPasses(service);
  const link = service.byLink(second.review_url);
  for (const mark_id of [1, 2, 3]) await link.call('verify_mark', { mark_id });
  const { page } = await openPage(browser, first.review_url);
  await page.getByText('All 3 marks are verified.').waitFor();
  expect(await page.getByText('No marks were left on this pass.').count()).toBe(0);
  await expect.poll(() => outcome(page).textContent()).toBe('Ada requested changes. 3 marks were sent to be fixed.');
  expect(await page.getByRole('button', { name: 'Change decision' }).count()).toBe(0);
  await page.context().close();
});
