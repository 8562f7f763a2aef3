import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../server/contract/client.ts';
import { decide, review } from '../support/factories.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { sql } from './support/sql.ts';

const settings = { OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' };
let web: TestService;
let client: Client & { token: string };
let receiver: Receiver;
beforeAll(async () => {
  web = await startService({ ...settings, ROLE: 'web' });
  client = await web.newClient();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await web.close();
});

test('without a worker nothing is lost; with one, what is due is sent once, also where its job is gone', async () => {
  const decided = [];
  for (let at = 0; at < 4; at += 1) {
    const made = await review(client, { webhook_url: `${receiver.url}/hook` });
    await decide(made, 'approved');
    decided.push(made.id);
  }
  const [, , ...lost] = decided;
  const deliveryOf = 'SELECT id FROM delivery WHERE review_id = ANY ($1)';
  const jobs = `DELETE FROM sightline_queue.job WHERE name = 'deliver' AND data->>'deliveryId' IN (${deliveryOf}) RETURNING id`;
  expect(await sql(web, jobs, [lost])).toHaveLength(2);
  // Long enough ago that nobody is about to queue it.
  await sql(web, `UPDATE delivery SET next_attempt_at = now() - interval '1 minute'`);
  expect(receiver.received).toEqual([]);

  const worker = await startService({ ...settings, ROLE: 'worker', DATABASE_URL: web.databaseUrl });
  try {
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(4);
    const reviews = receiver.received.map(({ headers }) => headers['x-service-review']);
    expect([...reviews].sort()).toEqual([...decided].sort());
    const states = async () => sql<{ status: string }>(web, 'SELECT DISTINCT status FROM delivery');
    await expect.poll(states).toEqual([{ status: 'delivered' }]);
  } finally {
    await worker.close();
  }
  expect(receiver.received).toHaveLength(4);
});
