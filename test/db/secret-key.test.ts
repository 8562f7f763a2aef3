import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint } from '../../server/adapters/secrets/index.ts';
import { createClient } from '../../server/contract/client.ts';
import { hold } from '../faces/support/lock.ts';
import { createTestDatabase } from '../support/database.ts';
import { review, reviewerOf } from '../support/factories.ts';
import { startService, type TestService } from '../support/service.ts';

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

async function start(key: string): Promise<TestService> {
  const service = await startService({ DATABASE_URL: database.url, SECRET_KEY: key, ROLE: 'web' });
  running.push(service);
  return service;
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
