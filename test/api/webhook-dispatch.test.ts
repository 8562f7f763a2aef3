import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../server/contract/client.ts';
import { startService, type TestService } from '../support/service.ts';
import { decidedReviews, deliveredOf } from './support/decided-reviews.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { sql } from './support/sql.ts';

const settings = { OUTBOUND_ALLOW: 'webhook=127.0.0.0/8', CREDITS_PER_MONTH: 'unlimited' };
let web: TestService;
let client: Client & { token: string };
let receiver: Receiver;
let workers: TestService[];
beforeEach(async () => {
  web = await startService({ ...settings, ROLE: 'web' });
  client = await web.newClient();
  receiver = await startReceiver();
  workers = [];
});
afterEach(async () => {
  await receiver.close();
  await Promise.all(workers.map((worker) => worker.close()));
  await web.close();
});

async function startWorker(): Promise<TestService> {
  const worker = await startService({ ...settings, ROLE: 'worker', DATABASE_URL: web.databaseUrl });
  workers.push(worker);
  return worker;
}

const decided = (count: number, path: (at: number) => string) => decidedReviews(web, client, receiver, count, path);
const delivered = () => deliveredOf(web);

test('without a worker no delivery is lost, and a worker sends each decision once', async () => {
  const ids = await decided(4, () => '/hook');
  expect(receiver.received).toEqual([]);
  await startWorker();
  await expect.poll(delivered).toBe(4);
  expect(receiver.received.map(({ headers }) => headers['x-service-review']).sort()).toEqual(ids.sort());
});

test('a delivery is sent by another worker when the lease of a dead one ends', async () => {
  await decided(1, () => '/hook');
  const lease = `UPDATE delivery SET leased_until = clock_timestamp() + interval '2 s', lease_count = 1 RETURNING leased_until`;
  const [{ leased_until } = { leased_until: '' }] = await sql<{ leased_until: string }>(web, lease);
  await startWorker();
  await sql(web, `SELECT pg_notify('sightline_delivery', '')`);
  await expect.poll(delivered).toBe(1);
  const sentAfter = `SELECT at + duration_ms * interval '1 ms' >= $1 AS after FROM delivery_attempt`;
  expect(await sql(web, sentAfter, [leased_until])).toEqual([{ after: true }]);
  expect(await sql(web, 'SELECT lease_count, attempt_count FROM delivery')).toEqual([
    { lease_count: 0, attempt_count: 1 },
  ]);
});
