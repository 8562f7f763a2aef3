import { expect, test } from 'vitest';
import { startUndelivered } from './support/decided-reviews.ts';
import { sql } from './support/sql.ts';

test('without a worker no delivery is lost, and a worker sends each decision once', async () => {
  const { receiver, startWorker, decided, delivered } = await startUndelivered();
  const ids = await decided(4, () => '/hook');
  expect(receiver.received).toEqual([]);
  await startWorker();
  await expect.poll(delivered).toBe(4);
  expect(receiver.received.map(({ headers }) => headers['x-service-review']).sort()).toEqual(ids.sort());
});

test('a delivery is sent by another worker when the lease of a dead one ends', async () => {
  const { web, startWorker, decided, delivered } = await startUndelivered();
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
