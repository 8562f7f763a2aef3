import { afterAll, expect, test } from 'vitest';
import { createLimits, forgetOldWindows } from '../../../server/adapters/limits/index.ts';
import { connectDatabase, runPrepared } from '../../../server/db/client.ts';
import { createTestDatabase } from '../../support/database.ts';

/** A window length in seconds, longer than any test runs. */
const EVER = 100_000_000;

const minute = { max: 30, seconds: 60 };

let now = new Date();
const clock = () => now;
const database = await createTestDatabase();
const db = connectDatabase(database.url, 5);
const replicas = [db, connectDatabase(database.url, 5), connectDatabase(database.url, 5)];
afterAll(() => Promise.all(replicas.map((db) => db.$disconnect())));

test('three replicas that race across window steps allow exactly as many calls as the limit', async () => {
  const start = Date.now();
  let asked = 0;
  // Each replica's clock is ahead of the one before, and their requests fall into six steps of a second.
  const consumers = replicas.map((each, at) =>
    createLimits(each, runPrepared, () => new Date(start + at * 700 + asked++ * 40)),
  );
  const waits = await Promise.all(Array.from({ length: 120 }, (_, at) => consumers[at % 3]?.('race', minute)));
  expect(waits.filter((each) => each?.allowed)).toHaveLength(30);
  for (const each of waits) expect(each?.reset).toBeGreaterThan(0);
});

test('keys and window lengths are counted separately', async () => {
  const consume = createLimits(db, runPrepared, clock);
  const once = { max: 1, seconds: EVER };
  expect(await consume('one', once)).toMatchObject({ allowed: true, remaining: 0 });
  expect(await consume('one', once)).toMatchObject({ allowed: false, remaining: 0 });
  expect(await consume('two', once)).toMatchObject({ allowed: true });
  expect(await consume('none', { max: 0, seconds: EVER })).toMatchObject({ allowed: false });
});

const times = (key: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, at) => createLimits(replicas[at % 3] ?? db, runPrepared, clock)(key, minute)),
  );
const allowed = async (key: string, count: number) => (await times(key, count)).filter((each) => each.allowed).length;

test('the window slides: calls just before a new minute still count in it', async () => {
  now = new Date('2026-11-23T12:00:55Z');
  expect(await allowed('slides', 40)).toBe(30);
  for (const time of ['12:01:00', '12:01:30', '12:01:54']) {
    now = new Date(`2026-11-23T${time}Z`);
    expect(await allowed('slides', 5), time).toBe(0);
  }
  now = new Date('2026-11-23T12:01:55Z');
  expect(await allowed('slides', 40)).toBe(30);
});

test('after the clock is set back, a limit opens again; a small step back frees nothing', async () => {
  now = new Date('2026-11-23T15:00:00Z');
  expect(await allowed('set back', 40)).toBe(30);
  now = new Date('2026-11-23T14:59:30Z');
  expect(await allowed('set back', 40)).toBe(0);
  now = new Date('2026-11-23T09:00:00Z');
  expect(await allowed('set back', 40)).toBe(30);
});

test('spread calls expire one after the other, and refused calls do not count', async () => {
  for (const [time, count, expected] of [
    ['13:00:05', 10, 10],
    ['13:00:25', 10, 10],
    ['13:00:45', 20, 10],
    ['13:01:04', 50, 0],
    ['13:01:05', 50, 10],
    ['13:01:24', 50, 0],
    ['13:01:25', 50, 10],
  ] as const) {
    now = new Date(`2026-11-23T${time}Z`);
    expect(await allowed('spread', count), time).toBe(expected);
  }
});

test('a caller that waits for the reported time is allowed', async () => {
  now = new Date('2026-11-23T14:00:33Z');
  await times('wait', 30);
  now = new Date('2026-11-23T14:00:41Z');
  const [refused] = await times('wait', 1);
  expect(refused).toEqual({ allowed: false, remaining: 0, reset: 52 });
  now = new Date(now.getTime() + 51_000);
  expect(await allowed('wait', 1)).toBe(0);
  now = new Date(now.getTime() + 1000);
  expect(await times('wait', 1)).toMatchObject([{ allowed: true, remaining: 29 }]);
});

test('old windows are deleted', async () => {
  now = new Date();
  await allowed('old', 1);
  await db.$executeRaw`UPDATE rate_window SET latest = latest - interval '3 days'`;
  await allowed('kept', 1);
  await forgetOldWindows(db);
  expect(await db.rateWindow.findMany({ select: { uses: true } })).toEqual([{ uses: [1] }]);
});
