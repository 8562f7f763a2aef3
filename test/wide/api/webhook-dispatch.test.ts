import { expect, test } from 'vitest';
import { MAX_BEGUN, PLACES } from '../../../server/domain/webhook/rules.ts';
import { startUndelivered } from '../../api/support/decided-reviews.ts';
import { sql } from '../../api/support/sql.ts';

test('a burst to one address is delivered two at a time, and other deliveries do not wait for its end', async () => {
  const { receiver, startWorker, decided, delivered, sentTo } = await startUndelivered();
  // More than one claim considers by age, so the claims must go through the addresses.
  const burst = 300;
  await decided(burst, () => '/burst');
  await decided(20, (at) => `/other/${at}`);
  let underWay = 0;
  let most = 0;
  let burstSentBefore = -1;
  receiver.answerWith(async ({ path }) => {
    if (path === '/burst') {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
    } else if (sentTo(/^.other/) === 20) burstSentBefore = sentTo(/^.burst/);
    return 204;
  });
  await startWorker();
  await expect.poll(delivered).toBe(burst + 20);
  expect(receiver.received).toHaveLength(burst + 20);
  expect(most).toBeLessThanOrEqual(2);
  expect(burstSentBefore).toBeGreaterThanOrEqual(0);
  expect(burstSentBefore).toBeLessThan(burst / 2);
  console.log(
    `${burst} to one address and 20 to others: all delivered once, at most ${most} at a time; the others were served after ${burstSentBefore} of the ${burst}`,
  );
});

test('more hanging addresses than there are places do not delay those that answer', async () => {
  const { receiver, startWorker, decided, delivered, sentTo } = await startUndelivered();
  const hanging = PLACES.quick + 16;
  const end = Promise.withResolvers<void>();
  receiver.answerWith(async ({ path }) => {
    if (path.startsWith('/hangs')) await end.promise;
    return 204;
  });
  await decided(hanging, (at) => `/hangs/${at}`);
  await decided(10, (at) => `/answers/${at}`);
  await startWorker();
  // Hanging deliveries take every place before the first one that answers has its turn.
  await expect.poll(delivered).toBe(10);
  await expect.poll(() => sentTo(/^.hangs/)).toBe(hanging);
  end.resolve();
  await expect.poll(delivered).toBe(hanging + 10);
  expect(receiver.received).toHaveLength(hanging + 10);
});

test('a delivery that was begun 20 times and never ended has failed, and can be sent again by hand', async () => {
  const { web, client, receiver, startWorker, decided, delivered } = await startUndelivered();
  const [id = ''] = await decided(1, () => '/hook');
  await sql(web, 'UPDATE delivery SET lease_count = $1', [MAX_BEGUN]);
  await startWorker();
  const newest = async () => (await client.call('list_deliveries', { id })).deliveries[0];
  await expect.poll(async () => (await newest())?.status).toBe('failed');
  expect(receiver.received).toEqual([]);
  expect(await newest()).toMatchObject({ next_attempt_at: null, attempts: [] });
  expect((await client.call('redeliver', { id })).delivery.status).toBe('pending');
  await expect.poll(delivered).toBe(1);
  expect(receiver.received).toHaveLength(1);
});

test('without signals deliveries only come later; temporary database errors do not end it', async () => {
  const { web, receiver, startWorker, decided, delivered } = await startUndelivered();
  const worker = await startWorker();
  const [{ name } = { name: '' }] = await sql<{ name: string }>(web, 'SELECT current_database() AS name');
  await sql(web, 'DROP TRIGGER delivery_notifies ON delivery');
  await decided(2, () => '/silent');
  await expect.poll(delivered).toBe(2);

  await sql(web, 'ALTER TABLE delivery RENAME TO delivery_gone');
  await expect.poll(() => worker.logged()).toContain('deliveries cannot be claimed');
  await sql(web, 'ALTER TABLE delivery_gone RENAME TO delivery');
  await decided(1, () => '/after');
  await expect.poll(delivered).toBe(3);

  // Returns once the connections have ended, so that no query gets one that is about to end.
  const cut = `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()`;
  await sql(web, cut, [name]);
  await decided(1, () => '/again');
  await expect.poll(delivered).toBe(4);
  expect(receiver.received).toHaveLength(4);
});
