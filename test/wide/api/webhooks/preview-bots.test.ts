import { expect, test } from 'vitest';
import { requestTables, sql } from '../../../api/support/sql.ts';
import { nextPass, rejectedReview, reviewerOf } from '../../../support/factories.ts';
import { startService } from '../../../support/service.ts';
import { launchBrowser, openPage } from '../../../web/support/browser.ts';

const service = await startService();

/** Returns every row that only requests change. */
async function everything(): Promise<string> {
  const tables = await requestTables(service);
  const rows = tables.map((name) => sql(service, `SELECT t::text AS row FROM "${name}" t ORDER BY 1`));
  return JSON.stringify(await Promise.all(rows));
}

test('a scanner that runs the page’s script and waits changes nothing', async () => {
  const client = await service.newClient();
  const decided = await rejectedReview(client);
  await client.call('resolve_marks', { id: decided.id, marks: [{ id: 1, status: 'resolved' }] });
  const open = await nextPass(client, decided);
  const browser = await launchBrowser();
  const before = await everything();
  const methods: string[] = [];
  for (const { review_url } of [open, decided]) {
    const { page } = await openPage(browser, 'about:blank');
    page.on('request', (request) => methods.push(request.method()));
    await page.goto(review_url, { waitUntil: 'networkidle' });
    await page.locator('img').first().waitFor();
    await page.context().close();
  }
  expect(methods.length).toBeGreaterThan(6);
  expect(new Set(methods)).toEqual(new Set(['GET']));
  expect(await everything()).toBe(before);
  await reviewerOf(open).call('verify_mark', { mark_id: 1 });
  expect(await everything()).not.toBe(before);
});
