import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig as readAppConfig } from '../../../app/index.ts';
import { fingerprint } from '../../../server/adapters/secrets/index.ts';
import { readConfig } from '../../../server/config.ts';
import { type Client, createClient } from '../../../server/contract/client.ts';
import type { Review } from '../../../server/contract/review.ts';
import { verifySignature } from '../../../server/domain/webhook/rules.ts';
import { createTestDatabase } from '../../support/database.ts';
import { decide, review, reviewerOf } from '../../support/factories.ts';
import { startService, type TestService } from '../../support/service.ts';
import { hold } from '../support/lock.ts';
import { type Received, startReceiver } from '../support/receiver.ts';
import { sql } from '../support/sql.ts';

const [first, second] = ['the first key of this database', 'the second key of this database'];
let database: { url: string; drop(): Promise<void> };
let running: TestService[];
beforeEach(async () => {
  database = await createTestDatabase();
  running = [];
});
afterEach(async () => {
  for (const service of running) await service.close();
  await database.drop();
});

async function start(key: string, more: Record<string, string> = {}): Promise<TestService> {
  const environment = { DATABASE_URL: database.url, SECRET_KEY: key, ROLE: 'web', OUTBOUND_ALLOW: '127.0.0.0/8' };
  const service = await startService({ ...environment, ...more });
  running.push(service);
  return service;
}

async function decideFor(client: Client, webhook_url: string): Promise<Review> {
  const made = await review(client, { webhook_url });
  await decide(made, 'approved');
  return made;
}

test('a key that does not fit the data refuses to start, without telling any', async () => {
  await start(first);
  const error = await start(second).then(
    () => '',
    (reason: unknown) => String(reason),
  );
  expect(error).toContain('SECRET_KEY does not fit this database');
  expect(error).not.toContain(first);
  expect(error).not.toContain(second);
});

test('of two that start at once on a new database with keys of their own, the later is refused', async () => {
  const earlier = await hold({ databaseUrl: database.url });
  await earlier.query('INSERT INTO installation (key, value) VALUES ($1, $2)', [
    'secret_key_fingerprint',
    fingerprint(first)[0],
  ]);
  const later = start(second).then(
    () => 'it started',
    (reason: unknown) => String(reason),
  );
  await earlier.somebodyWaits();
  await earlier.end('COMMIT');
  expect(await later).toContain('SECRET_KEY does not fit this database');
});

test('a rotated key opens what the old one sealed; either alone is then refused', async () => {
  const before = await start(first);
  const client = await before.newClient();
  const made = await review(client);
  const after = await start(`${second},${first}`);
  const again = await createClient({ baseUrl: after.url, bearer: client.token }).call('get_review', { id: made.id });
  expect(again.review_url.split('/r/')[1]).toBe(made.review_url.split('/r/')[1]);
  const link = made.review_url.replace(before.url, after.url);
  expect((await reviewerOf({ review_url: link }).call('read_review', {})).review.id).toBe(made.id);
  await expect(start(first)).rejects.toThrow('SECRET_KEY does not fit');
  await expect(start(second)).rejects.toThrow('keep those');
  await start(`${second},${first}`);
});

test('a decision that was frozen under the old key is sent under the new one, signed as ever', async () => {
  const receiver = await startReceiver();
  try {
    const before = await start(first);
    const client = await before.newClient();
    const webhook_url = `${receiver.url}/hook`;
    const frozen = await decideFor(client, webhook_url);
    // Without a worker until now; its URL, body and the key of its signature are sealed with the old key.
    const after = await start(`${second},${first}`, { ROLE: 'all' });
    await expect.poll(() => receiver.received.length).toBe(1);
    const newer = await decideFor(createClient({ baseUrl: after.url, bearer: client.token }), webhook_url);
    await expect.poll(() => receiver.received.length).toBe(2);
    for (const [at, made] of [frozen, newer].entries()) {
      const { headers = {}, body = Buffer.alloc(0) }: Partial<Received> = receiver.received[at] ?? {};
      expect(headers['x-service-review']).toBe(made.id);
      expect(verifySignature(body, made.review_url.split('/r/')[1] ?? '', headers['x-service-signature'])).toBe(true);
      expect(JSON.parse(body.toString()).review.review_url.split('/r/')[1]).toBe(made.review_url.split('/r/')[1]);
    }
    const rows = await sql<{ at: string; key: string }>(
      { databaseUrl: database.url },
      `SELECT id AS at, encode(substring(body FROM 2 FOR 4), 'hex') AS key FROM delivery ORDER BY created_at`,
    );
    expect(rows.map(({ key }) => key)).toEqual([fingerprint(first)[0], fingerprint(second)[0]]);
  } finally {
    await receiver.close();
  }
});

test('a key that this database never knew refuses to start, even beside others', async () => {
  await start(first);
  await expect(start(`${second},a third key that nobody used before`)).rejects.toThrow('SECRET_KEY does not fit');
});

test('an empty key in front, which everybody knows, encrypts nothing: neither the service nor the App starts', () => {
  for (const key of [`,${first}`, ` , ${first}`]) {
    expect(() => readConfig({ SECRET_KEY: key })).toThrow(/SECRET_KEY: begins with a comma/);
    expect(() => readAppConfig({ SECRET_KEY: key })).toThrow(/SECRET_KEY: begins with a comma/);
  }
  expect(readConfig({ SECRET_KEY: `${second},${first}` }).secretKey).toBe(`${second},${first}`);
});
