import { expect, test } from 'vitest';
import { strings } from '../../server/web/strings.ts';
import { sql } from '../api/support/sql.ts';
import { review } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { launchBrowser, openPage } from './support/browser.ts';

const [service, browser] = await Promise.all([
  startService({ OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' }),
  launchBrowser(),
]);

test('the page warns that decisions are not delivered only while the webhook is paused', async () => {
  const client = await service.newClient();
  const made = await review(client, { webhook_url: 'http://127.0.0.1:9/hook' });
  const banner = async () => {
    const { page, complaints } = await openPage(browser, made.review_url);
    await page.getByRole('heading', { name: made.title }).first().waitFor();
    const count = await page.getByText(strings.banner.paused).count();
    await page.context().close();
    return { count, complaints };
  };
  expect(await banner()).toEqual({ count: 0, complaints: [] });
  await sql(
    service,
    `INSERT INTO webhook_state (chain_id, url_hash, workspace_id, paused, failure_count)
     SELECT chain_id, webhook_url_hash, workspace_id, true, 5 FROM review WHERE id = $1`,
    [made.id],
  );
  await expect.poll(async () => (await banner()).count).toBe(1);
  await client.call('resume_webhook', { id: made.id });
  await expect.poll(async () => (await banner()).count).toBe(0);
});
