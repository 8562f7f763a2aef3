import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { fingerprint } from '../../../server/adapters/secrets/index.ts';
import { readConfig } from '../../../server/config.ts';
import { type Client, createClient } from '../../../server/contract/client.ts';
import type { Review } from '../../../server/contract/review.ts';
import { connectDatabase } from '../../../server/db/client.ts';
import { checkSecretKey } from '../../../server/domain/installation/check-secret-key.ts';
import { sign } from '../../../server/domain/webhook/rules.ts';
import { createTestDatabase } from '../../support/database.ts';
import { decide, review, reviewerOf } from '../../support/factories.ts';
import { startHttpServer } from '../../support/servers.ts';
import { startService, type TestService } from '../../support/service.ts';
import { hold } from '../support/lock.ts';
import { type Received, startReceiver } from '../support/receiver.ts';
import { sql } from '../support/sql.ts';
import { emptyDatabase } from './support/empty-database.ts';

const [first, second, third] = [
  'the first key of this database',
  'the second key of this database',
  'the third key of this database',
];
const database = await createTestDatabase();
const receiver = await startReceiver();

function start(key: string, more: Record<string, string> = {}): Promise<TestService> {
  const environment = { DATABASE_URL: database.url, SECRET_KEY: key, ROLE: 'web', OUTBOUND_ALLOW: '127.0.0.0/8' };
  return startService({ ...environment, ...more });
}

async function decideFor(client: Client): Promise<Review> {
  const made = await review(client, { webhook_url: `${receiver.url}/hook` });
  await decide(made, 'approved');
  return made;
}

test('after a key rotation, data and deliveries of the old key still work; no other key starts', async () => {
  const before = await start(first);
  const client = await before.newClient();
  const frozen = await decideFor(client);
  const refused = await start(second).catch(String);
  expect(refused).toContain('SECRET_KEY does not fit this database');
  expect(refused).not.toMatch(/the (first|second) key/);
  await expect(start(`${second},${third}`)).rejects.toThrow('SECRET_KEY does not fit');

  // The first worker. The delivery's URL, body and signing key are encrypted with the old key.
  const after = await start(`${second},${first}`, { ROLE: 'all' });
  const rotated = createClient({ baseUrl: after.url, bearer: client.token });
  const again = await rotated.call('get_review', { id: frozen.id });
  expect(again.review_url.split('/r/')[1]).toBe(frozen.review_url.split('/r/')[1]);
  const link = frozen.review_url.replace(before.url, after.url);
  expect((await reviewerOf({ review_url: link }).call('read_review', {})).review.id).toBe(frozen.id);
  await expect.poll(() => receiver.received.length).toBe(1);
  const newer = await decideFor(rotated);
  await expect.poll(() => receiver.received.length).toBe(2);
  for (const [at, made] of [frozen, newer].entries()) {
    const { headers = {}, body = Buffer.alloc(0) }: Partial<Received> = receiver.received[at] ?? {};
    expect(headers['x-service-review']).toBe(made.id);
    expect(headers['x-service-signature']).toBe(sign(body, made.review_url.split('/r/')[1] ?? ''));
    expect(JSON.parse(body.toString()).review.review_url.split('/r/')[1]).toBe(made.review_url.split('/r/')[1]);
  }
  const keys = await sql<{ key: string }>(
    { databaseUrl: database.url },
    `SELECT encode(substring(body FROM 2 FOR 4), 'hex') AS key FROM delivery ORDER BY created_at`,
  );
  expect(keys.map(({ key }) => key)).toEqual([fingerprint(first)[0], fingerprint(second)[0]]);
  await expect(start(first)).rejects.toThrow('SECRET_KEY does not fit');
  await expect(start(second)).rejects.toThrow('keep those');
});

test('when two processes with different keys start on a new database at once, the later one is refused', async () => {
  const fresh = await createTestDatabase();
  const db = connectDatabase(fresh.url, 1);
  const earlier = await hold({ databaseUrl: fresh.url });
  const setting = ['secret_key_fingerprint', fingerprint(first)[0]];
  await earlier.query('INSERT INTO installation (key, value) VALUES ($1, $2)', setting);
  const later = checkSecretKey(db, fingerprint(second)).then(() => 'it started', String);
  await earlier.untilBlocking();
  await earlier.end('COMMIT');
  expect(await later).toContain('SECRET_KEY does not fit this database');
  await db.$disconnect();
  await fresh.drop();
});

test('a list of keys that begins with an empty one is refused, by the service and by the App', () => {
  for (const key of [`,${first}`, ` , ${first}`]) {
    expect(() => readConfig({ SECRET_KEY: key })).toThrow(/SECRET_KEY begins with a comma/);
  }
  expect(readConfig({ SECRET_KEY: `${second},${first}` }).secretKey).toBe(`${second},${first}`);
});

test('an empty database is not migrated while the store cannot be listed: it may hold screenshots', async () => {
  const empty = await emptyDatabase();
  const store = await startHttpServer((_, response) => {
    response.writeHead(403, { 'content-type': 'application/xml' });
    response.end('<Error><Code>InvalidAccessKeyId</Code><Message>no</Message></Error>');
  });
  const keys = { AWS_ACCESS_KEY_ID: 'wrong', AWS_SECRET_ACCESS_KEY: 'wrong' };
  const settings = { DATABASE_URL: empty.url, STORAGE_URL: `s3://shots?endpoint=${store.origin}&region=x`, ...keys };
  await expect(startService(settings)).rejects.toThrow('It does not know AWS_ACCESS_KEY_ID');
  await store.close();
  await expect(startService(settings)).rejects.toThrow('Start the service again when the store answers');
  expect(await empty.query("SELECT to_regclass('_prisma_migrations') AS migrated")).toEqual([{ migrated: null }]);
  await empty.drop();
});

test('a start that finds its port taken leaves no connection open', async () => {
  const fresh = await createTestDatabase();
  const other = createServer();
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const { port } = other.address() as AddressInfo;
  const taken = startService({ PORT: String(port), DATABASE_URL: fresh.url });
  await expect(taken).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const connected = `SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;
  await expect.poll(() => sql({ databaseUrl: fresh.url }, connected)).toEqual([{ count: 0 }]);
  other.close();
  await fresh.drop();
});
