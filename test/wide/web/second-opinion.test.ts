import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../server/contract/client.ts';
import type { JobData, Ports } from '../../../server/domain/ports.ts';
import { checkShot } from '../../../server/domain/second-opinion/check-shot.ts';
import { checklist as words } from '../../../server/web/workspace/checklist-strings.ts';
import { sql } from '../../api/support/sql.ts';
import { portsOf } from '../../support/another-process.ts';
import { review } from '../../support/factories.ts';
import { startService, type TestService } from '../../support/service.ts';
import { findings } from '../../web/support/axe.ts';
import { launchBrowser, openPage, soon } from '../../web/support/browser.ts';
import { tap } from '../../web/support/tap.ts';
import { enter } from '../../web/support/workspace.ts';

/** A web process alone: a second opinion continues when the test says so. */
let service: TestService;
let browser: Browser;
let other: Awaited<ReturnType<typeof portsOf>>;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService({ ROLE: 'web' }), launchBrowser()]);
  other = await portsOf(service);
});
afterAll(async () => {
  await other.close();
  await Promise.all([service.close(), browser.close()]);
});

/** Looks at the first `count` screenshots of what waits; with other ports than the usual ones where something is to fail. */
async function look(of: { id: string }, count = 99, ports: Ports = other.ports): Promise<void> {
  const jobs = await sql<{ id: string; data: JobData['second_opinion'] }>(
    service,
    `SELECT j.id, j.data FROM sightline_queue.job j JOIN shot s ON s.id = j.data->>'shotId'
     WHERE j.name = 'second_opinion' AND j.state = 'created' AND j.data->>'reviewId' = $1 ORDER BY s.position LIMIT $2`,
    [of.id, count],
  );
  for (const { id, data } of jobs) {
    await sql(service, "UPDATE sightline_queue.job SET state = 'completed' WHERE id = $1", [id]);
    await checkShot(ports, data, true);
  }
}

test('what a model finds is marked as such', async () => {
  const client = await service.newClient();
  const made = await review(client);
  await client.call('second_opinion', { id: made.id });
  await look(made);
  await sql(service, "UPDATE finding SET found_by = 'model' WHERE review_id = $1", [made.id]);
  const { page } = await openPage(browser, made.review_url);
  await page.locator('#findings summary').first().click();
  await soon(() => page.locator('#findings .facts-line').innerText()).toContain('found by a model: it may be wrong');
  await page.context().close();
});

const rule = (page: Page, title: string) => page.getByRole('checkbox', { name: title, exact: true });
/** Which rule stands where changes with what rules are for. */
async function openGroups(page: Page): Promise<void> {
  await page.locator('.rule-group').first().waitFor();
  for (const group of await page.locator('.rule-group summary').all()) await group.click();
}
const offIn = async (client: Client) =>
  (await client.call('get_checklist', {})).rules.filter(({ on }) => !on).map(({ id }) => id);

test('a switch that cannot be kept goes back and says why; a list that cannot be read is read again', async () => {
  const client = await service.newClient();
  const { page } = await enter(browser, service.url, client.token);
  await openGroups(page);
  await page.route('**/api/checklist', (route) => route.abort());
  await rule(page, 'Tiny text').click();
  await page.getByText(/cannot be reached\. Nothing was changed/).waitFor();
  await soon(() => rule(page, 'Tiny text').isChecked()).toBe(true);
  expect(await offIn(client)).toEqual([]);
  await page.reload();
  await page.getByText(words.broken).waitFor();
  await page.unroute('**/api/checklist');
  await page.getByRole('button', { name: words.retry }).click();
  await openGroups(page);
  await rule(page, 'Tiny text').waitFor();
  expect(await page.getByText(words.broken).count()).toBe(0);
  await page.context().close();
});

test('on a phone the checklist fits, and its switches are large enough to press', async () => {
  const client = await service.newClient();
  const { page } = await enter(browser, service.url, client.token, { phone: true });
  await openGroups(page);
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await wide()).toBe(0);
  const size = await rule(page, 'Tiny text').boundingBox();
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(24);
  await tap(rule(page, 'Tiny text'));
  await page.getByText(words.off('Tiny text')).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.context().close();
});
