import { expect, test } from 'vitest';
import { workspace } from '../../../server/web/workspace/strings.ts';
import { approvedReview } from '../../support/factories.ts';

import { detail, enter, openDetail, startWithReceiver } from '../../web/support/workspace.ts';

const { service, browser, receiver } = await startWithReceiver();

test('a failed attempt shows when the next one comes', async () => {
  const client = await service.newClient();
  receiver.answerWith(() => 503);
  const made = await approvedReview(client, { title: 'Retried', webhook_url: `${receiver.url}/retry` });
  const delivery = async () => (await client.call('list_deliveries', { id: made.id })).deliveries[0];
  await expect.poll(async () => (await delivery())?.attempts.length).toBeGreaterThan(0);
  const { page } = await enter(browser, service.url, client.token);
  await openDetail(page, 'Retried');
  await detail(page).getByText(workspace.webhook.nextAttempt).waitFor();
  const shown = () => detail(page).locator('.delivery > p time').getAttribute('datetime');
  await expect.poll(async () => (await shown()) === (await delivery())?.next_attempt_at).toBe(true);
  receiver.answerWith(() => 204);
  await page.context().close();
});
