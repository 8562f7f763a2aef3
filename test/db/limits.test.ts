import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLimits, forgetOldWindows } from '../../server/adapters/limits/index.ts';
import { connectDatabase, type Database, runPrepared } from '../../server/db/client.ts';
import { createTestDatabase } from '../support/database.ts';

/** A window so long that no test can see it end. */
const EVER = 1_000_000_000;

let database: { url: string; drop(): Promise<void> };
let db: Database;
let replicas: Database[];
beforeAll(async () => {
  database = await createTestDatabase();
  db = connectDatabase(database.url, 5);
  replicas = [db, connectDatabase(database.url, 5), connectDatabase(database.url, 5)];
});
afterAll(async () => {
  await Promise.all(replicas.map((db) => db.$disconnect()));
  await database.drop();
});

test('three replicas racing admit exactly as many as the limit', async () => {
  const admits = replicas.map((each) => createLimits(each, runPrepared));
  const waits = await Promise.all(
    Array.from({ length: 120 }, (_, at) => admits[at % 3]?.('race', { max: 30, seconds: EVER })),
  );
  expect(waits.filter((each) => each?.admitted)).toHaveLength(30);
  for (const each of waits) expect(each?.reset).toBeGreaterThan(0);
});

test('keys, and windows of another length, are counted apart', async () => {
  const admit = createLimits(db, runPrepared);
  const once = { max: 1, seconds: EVER };
  expect(await admit('one', once)).toMatchObject({ admitted: true, remaining: 0 });
  expect(await admit('one', once)).toMatchObject({ admitted: false, remaining: 0 });
  expect(await admit('two', once)).toMatchObject({ admitted: true });
  expect(await admit('none', { max: 0, seconds: EVER })).toMatchObject({ admitted: false });
});

test('the wait ends with the window', async () => {
  const admit = createLimits(db, runPrepared);
  const [now] = await db.$queryRaw<{ now: number }[]>`SELECT extract(epoch FROM now())::float8 AS now`;
  const { reset: wait } = await admit('wait', { max: 0, seconds: EVER });
  const end = Math.ceil((now?.now ?? 0) / EVER) * EVER;
  expect(Math.abs((now?.now ?? 0) + wait - end)).toBeLessThan(60);
});

test('a new window counts from the start, and old ones are forgotten', async () => {
  const admit = createLimits(db, runPrepared);
  const limit = { max: 1, seconds: 60 };
  await admit('again', limit);
  await db.$executeRaw`UPDATE rate_window SET window_at = window_at - interval '3 days', count = 50`;
  expect(await admit('again', limit)).toMatchObject({ admitted: true });
  await forgetOldWindows(db);
  expect(await db.rateWindow.count()).toBe(1);
});
