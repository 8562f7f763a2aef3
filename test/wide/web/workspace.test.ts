import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workspace } from '../../../server/web/workspace/strings.ts';
import type { Receiver } from '../../api/support/receiver.ts';
import { approvedReview, review } from '../../support/factories.ts';
import type { TestService } from '../../support/service.ts';
import { soon } from '../../web/support/browser.ts';
import { detail, enter, focused, openDetail, rows, startWithReceiver } from '../../web/support/workspace.ts';

let service: TestService;
let browser: Browser;
let receiver: Receiver;
beforeAll(async () => {
  ({ service, browser, receiver } = await startWithReceiver());
});
afterAll(() => Promise.all([service.close(), browser.close(), receiver.close()]));

test('more than twenty come page by page, and search and reference narrow them', async () => {
  const client = await service.newClient();
  for (let n = 1; n <= 25; n += 1) await review(client, { title: `Review ${n}`, reference: `shop#${n % 5}` });
  const { page } = await enter(browser, service.url, client.token);
  await soon(() => rows(page).count()).toBe(20);
  await page.getByRole('button', { name: workspace.list.more }).click();
  await soon(() => rows(page).count()).toBe(25);
  await soon(() => focused(page)).toBe('Review 5');
  await soon(() => page.getByRole('button', { name: workspace.list.more }).count()).toBe(0);
  const search = page.getByLabel(workspace.list.search, { exact: true });
  await search.fill('review 2 waiting');
  // Eight match by title, two more by reference.
  await soon(() => rows(page).count()).toBe(10);
  await search.fill('no such thing');
  await page.getByText(workspace.list.none(25)).waitFor();
  await page.getByRole('button', { name: workspace.list.clear }).click();
  await soon(() => search.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByLabel(workspace.list.reference, { exact: true }).fill('shop#3');
  await page.getByRole('button', { name: workspace.list.apply }).click();
  await soon(() => rows(page).count()).toBe(5);
  await page.getByLabel(workspace.list.reference, { exact: true }).fill('');
  await soon(() => rows(page).count()).toBeGreaterThan(5);
  await page.context().close();
});

test('a failed attempt shows when the next one comes', async () => {
  const client = await service.newClient();
  receiver.answerWith(() => 503);
  const made = await approvedReview(client, { title: 'Retried', webhook_url: `${receiver.url}/retry` });
  const delivery = async () => (await client.call('list_deliveries', { id: made.id })).deliveries[0];
  await soon(async () => (await delivery())?.attempts.length).toBeGreaterThan(0);
  const { page } = await enter(browser, service.url, client.token);
  await openDetail(page, 'Retried');
  await detail(page).getByText(workspace.webhook.nextAttempt).waitFor();
  const shown = () => detail(page).locator('.delivery > p time').getAttribute('datetime');
  await soon(async () => (await shown()) === (await delivery())?.next_attempt_at).toBe(true);
  receiver.answerWith(() => 204);
  await page.context().close();
});

test('the export is a file with every review', async () => {
  const client = await service.newClient();
  for (let n = 0; n < 22; n += 1) await review(client, { title: `Exported ${n}` });
  const { page } = await enter(browser, service.url, client.token);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: workspace.head.export, exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^sightline-.+\.json$/);
  const file = JSON.parse(await readFile(await download.path(), 'utf8')) as {
    workspace_id: string;
    reviews: unknown[];
  };
  expect([file.workspace_id, file.reviews.length]).toEqual([client.workspaceId, 22]);
  await page.getByText(workspace.head.exported(22)).waitFor();
  await page.context().close();
});
