import pino from 'pino';
import { expect, test } from 'vitest';
import { bootstrap } from '../../../server/bootstrap.ts';
import { readConfig } from '../../../server/config.ts';
import { emptyDatabase } from '../../api/db/support/empty-database.ts';
import { startReceiver } from '../../api/support/receiver.ts';
import { sql } from '../../api/support/sql.ts';
import { createTestDatabase } from '../../support/database.ts';
import { decide, review } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';

test('a service that stops releases hanging deliveries without a failure, and another sends them', async () => {
  const database = await createTestDatabase();
  const receiver = await startReceiver();
  const first = Promise.withResolvers<void>();
  receiver.answerWith(async (_, number) => {
    if (number === 1) await first.promise;
    return 204;
  });
  const settings = { DATABASE_URL: database.url, OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' };
  const one = await startService(settings);
  const client = await one.newClient();
  const made = await review(client, { webhook_url: receiver.url });
  await decide(made, 'approved');
  await expect.poll(() => receiver.received.length).toBe(1);
  await one.close();
  // It waited up to its limit and no longer; the receiver still has not answered.
  expect(one.logged()).toContain('deliveries were interrupted and released');
  expect(await sql(one, 'SELECT status, leased_until, lease_count, attempt_count FROM delivery')).toEqual([
    { status: 'pending', leased_until: null, lease_count: 0, attempt_count: 0 },
  ]);
  expect(await sql(one, 'SELECT failure_count FROM webhook_state')).toEqual([]);
  first.resolve();

  const two = await startService(settings);
  await expect.poll(() => receiver.received.length).toBe(2);
  const [lost, sent] = receiver.received;
  expect(sent?.headers['x-service-delivery']).toBe(lost?.headers['x-service-delivery']);
  expect(sent?.body).toEqual(lost?.body);
  await two.close();
  await receiver.close();
  await database.drop();
});

test('three services that start at once on an empty database all start', async () => {
  const database = await emptyDatabase();
  const services = await Promise.all([1, 2, 3].map(() => startService({ DATABASE_URL: database.url })));
  const made = await Promise.all(services.map(async (each) => review(await each.newClient())));
  expect(made.map(({ status }) => status)).toEqual(['open', 'open', 'open']);
  await Promise.all(services.map((each) => each.close()));
  await database.drop();
});

test('a service about to stop reports that it is not ready, answers requests, and closes connections', async () => {
  const running = await startService();
  const key = 'a key for tests only of no worth';
  const settings = { DATABASE_URL: running.databaseUrl, SECRET_KEY: key, BASE_URL: running.url, ROLE: 'web' };
  const config = readConfig({ ...settings, DATA_DIR: running.dataDir });
  const log = pino({ level: 'silent' });
  const service = await bootstrap({ config, databaseUrl: running.databaseUrl, secretKey: key, log });
  const ask = async (url: string, method: 'GET' | 'POST' = 'GET') => {
    const { statusCode, headers } = await service.server.inject({ url, method });
    return [statusCode, headers.connection];
  };
  const open = 'keep-alive';
  await expect.poll(() => ask('/readyz')).toEqual([200, open]);
  expect(await ask('/api/try-token', 'POST')).toEqual([201, open]);
  service.leave();
  expect(await ask('/readyz')).toEqual([503, 'close']);
  expect(await ask('/api/try-token', 'POST')).toEqual([201, 'close']);
  expect(await ask('/healthz')).toEqual([200, 'close']);
  await service.server.close();
  await service.queue.stop(1000);
  await service.close();
});
