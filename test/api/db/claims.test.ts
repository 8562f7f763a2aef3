import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectDatabase, type Database, runTogether } from '../../../server/db/client.ts';
import { claimPlans, claimStatements } from '../../../server/domain/webhook/claim-statement.ts';
import { LEASE_SECONDS } from '../../../server/domain/webhook/rules.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  countFailure,
  endLease,
  loseLease,
  recordDelivered,
  releaseLeases,
} from '../../../server/domain/webhook/store.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startLine } from '../../support/line.ts';
import { addDeliveries, hashOf, idOf, limits } from './support/deliveries.ts';

const MINUTE_AGO = `now() - interval '1 minute'`;
let database: { url: string; drop(): Promise<void> };
let db: Database;
beforeEach(async () => {
  database = await createTestDatabase();
  db = connectDatabase(database.url);
});
afterEach(async () => {
  await db.$disconnect();
  await database.drop();
});

const claim = async (more: Parameters<typeof limits>[0] = {}) => (await claimDeliveries(db, limits(more))).claimed;
const nameOf = ({ id }: { id: string }) => id.replace(/^0+/, '');
const addressOf = ({ urlHash }: ClaimedDelivery) => Buffer.from(urlHash).toString('hex');
const count = <Key>(keys: Key[]): Map<Key, number> => {
  const counted = new Map<Key, number>();
  for (const key of keys) counted.set(key, (counted.get(key) ?? 0) + 1);
  return counted;
};

test('a claim takes the two oldest deliveries of each address, however many of one address wait', async () => {
  await addDeliveries(db, { name: 'MANY', count: 1_000, dueAt: `now() - interval '1 hour'` });
  for (const name of ['A', 'B', 'C']) await addDeliveries(db, { name, count: 3, dueAt: MINUTE_AGO });
  await addDeliveries(db, { name: 'LATER', count: 3, dueAt: `now() + interval '1 minute'` });
  const claimed = await claim();
  expect(claimed.map(nameOf).sort()).toEqual(['A1', 'A2', 'B1', 'B2', 'C1', 'C2', 'MANY1', 'MANY2']);
  expect(await claim()).toEqual([]);
});

test('every address gets its turn when there are more addresses than one claim reads', async () => {
  await addDeliveries(db, { name: 'MANY', count: 2_000, dueAt: `now() - interval '1 hour'` });
  const addresses = Array.from({ length: 300 }, (_, at) => `N${at}X`);
  for (const name of addresses) await addDeliveries(db, { name, count: 1, dueAt: MINUTE_AGO });
  const seen = new Set<string>();
  let claims = 0;
  for (let claimed = await claim(); claimed.length > 0; claimed = await claim({ from: hashOf(String(claims)) })) {
    for (const each of claimed) seen.add(nameOf(each));
    claims += 1;
  }
  // One address after the other, 32 in each claim: two deliveries of MANY, one of each other address.
  expect(seen.size).toBe(302);
  expect(claims).toBe(Math.ceil(302 / 32));
});

test('concurrent claims never exceed the limit of an address, nor the failures left before the pause', async () => {
  const rounds = 4;
  await addDeliveries(db, { name: 'C', address: 'race', chain: 'ONE', count: 20, dueAt: MINUTE_AGO });
  for (let at = 0; at < 12; at += 1) await addDeliveries(db, { name: `G${at}N`, count: 10, dueAt: MINUTE_AGO });
  const key = { workspaceId: idOf('W'), chainId: idOf('ONE'), urlHash: hashOf('race') };
  for (let failed = 0; failed < 4; failed += 1) await countFailure(db, key, 'no', 5);

  const processes = Array.from({ length: 4 }, () => connectDatabase(database.url, 2));
  const ids: string[] = [];
  let most = 0;
  try {
    for (let round = 0; round < rounds; round += 1) {
      const all = await Promise.all(processes.map((each) => claimDeliveries(each, limits({ most: 9 }))));
      // A row that one process was writing when another looked is left to the next claim.
      const claimed = [...all, await claimDeliveries(db, limits())].flatMap((each) => each.claimed);
      ids.push(...claimed.map(({ id }) => id));
      const perAddress = count(claimed.map(addressOf));
      most = Math.max(most, ...perAddress.values());
      expect(perAddress.get(hashOf('race').toString('hex'))).toBe(1);
      expect(perAddress.size).toBe(13);
      expect(Math.max(...perAddress.values())).toBe(2);
      for (const each of claimed) await recordDelivered(db, each, { httpStatus: 200, durationMs: 1 });
      // The success reset the count: four failures again.
      for (let failed = 0; failed < 4; failed += 1) await countFailure(db, key, 'no', 5);
    }
  } finally {
    await Promise.all(processes.map((each) => each.$disconnect()));
  }
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBe(rounds * (1 + 12 * 2));
  console.log(
    `4 claimers × ${rounds} rounds over 13 addresses: ${ids.length} claims, none twice, at most ${most} of one address, 1 where one failure was left`,
  );
});

test('a delivery can be claimed again only when its lease ends, and its former owner can no longer write', async () => {
  await addDeliveries(db, { name: 'A', count: 1, dueAt: MINUTE_AGO });
  const seconds = async () => {
    const [row] = await db.$queryRaw<{ now: number }[]>`SELECT extract(epoch FROM clock_timestamp())::float8 AS now`;
    return row?.now ?? Number.NaN;
  };
  const before = await seconds();
  const [first] = await claim();
  if (first === undefined) throw new Error('It was due');
  const lasts = first.leasedUntil.getTime() / 1000 - LEASE_SECONDS;
  expect(lasts).toBeGreaterThanOrEqual(before - 0.001);
  expect(lasts).toBeLessThanOrEqual(await seconds());
  // A long lease, so that a slow machine does not end it during the next steps.
  await db.$executeRaw`UPDATE delivery SET leased_until = leased_until + interval '1 hour'`;
  const { claimed, nextMs } = await claimDeliveries(db, limits());
  expect(claimed).toEqual([]);
  expect(nextMs).toBeGreaterThan(3_000_000);
  expect(nextMs).toBeLessThanOrEqual(3_600_000 + LEASE_SECONDS * 1000);
  await db.$executeRaw`UPDATE delivery SET leased_until = clock_timestamp() - interval '1 ms'`;
  const [second] = await claim();
  expect(second).toMatchObject({ id: first.id, leaseCount: 2, attemptCount: 0 });
  expect(await recordDelivered(db, first, { httpStatus: 200, durationMs: 1 })).toBe(false);
  expect(await endLease(db, first)).toBeNull();
  await loseLease(db, first);
  await releaseLeases(db, [first]);
  expect(await db.delivery.findMany({ select: { status: true, attemptCount: true, leasedUntil: true } })).toEqual([
    { status: 'pending', attemptCount: 0, leasedUntil: second?.leasedUntil },
  ]);
  if (second === undefined) throw new Error('It came back');
  expect(await endLease(db, second)).toBe(1);
});

test('a released delivery is due at once, and its lease does not count as a start', async () => {
  await addDeliveries(db, { name: 'A', count: 2, dueAt: MINUTE_AGO });
  const first = await claim();
  expect(first.map(({ leaseCount }) => leaseCount)).toEqual([1, 1]);
  await releaseLeases(db, first);
  const again = await claim();
  expect(again.map(({ id, leaseCount }) => [id, leaseCount]).sort()).toEqual(first.map(({ id }) => [id, 1]).sort());
});

test('cancelled and held deliveries are not claimed; failing addresses are only when others leave room', async () => {
  await addDeliveries(db, { name: 'FAILS', count: 2, dueAt: `now() - interval '1 hour'` });
  await addDeliveries(db, { name: 'SOUND', count: 2, dueAt: MINUTE_AGO });
  await addDeliveries(db, { name: 'HELD', count: 2, dueAt: MINUTE_AGO });
  await db.$executeRaw`UPDATE delivery SET status = 'held' WHERE id LIKE '%HELD1'`;
  await db.$executeRaw`UPDATE delivery SET status = 'cancelled' WHERE id LIKE '%HELD2'`;
  for (const chainId of ['FAILS1', 'FAILS2'].map(idOf)) {
    await countFailure(db, { workspaceId: idOf('W'), chainId, urlHash: hashOf('FAILS') }, 'no', 5);
  }
  expect((await claim({ most: 1 })).map(nameOf)).toEqual(['SOUND1']);
  expect((await claim({ onlySound: true })).map(nameOf)).toEqual(['SOUND2']);
  expect((await claim({ onlySound: true })).map(nameOf)).toEqual([]);
  expect((await claim()).map(nameOf).sort()).toEqual(['FAILS1', 'FAILS2']);
});

test('a row that another transaction is writing is left to the next claim', async () => {
  await addDeliveries(db, { name: 'A', count: 1, dueAt: MINUTE_AGO });
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`UPDATE delivery SET status = 'cancelled'`;
    expect(await claim()).toEqual([]);
  });
  expect(await claim()).toEqual([]);
});

test('a claim reads about as much beside ten pending deliveries as beside 20,000', async () => {
  interface Told {
    Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };
    'Execution Time': number;
    'Planning Time': number;
  }
  const cost = async () => {
    await db.$executeRaw`ANALYZE`;
    const [once = '', , claimed] = claimStatements(limits({ most: 1 }));
    const explained = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${claimed}`;
    const [, rows] = await runTogether(db, [once, explained], claimPlans);
    const [told] = (rows as { 'QUERY PLAN': Told[] }[])[0]?.['QUERY PLAN'] ?? [];
    if (told === undefined) throw new Error('No plan');
    const blocks = told.Plan['Shared Hit Blocks'] + told.Plan['Shared Read Blocks'];
    return { blocks, text: `${blocks} blocks, ${told['Planning Time']} + ${told['Execution Time']} ms` };
  };
  await addDeliveries(db, { name: 'FEW', count: 10, dueAt: MINUTE_AGO });
  const few = await cost();
  await addDeliveries(db, { name: 'MANY', count: 20_000, dueAt: MINUTE_AGO });
  const many = await cost();
  for (let at = 0; at < 200; at += 1) await addDeliveries(db, { name: `N${at}X`, count: 5, dueAt: MINUTE_AGO });
  const addresses = await cost();
  console.log(
    `a claim beside 10: ${few.text}; beside 20,000 of one address: ${many.text}; and 200 more: ${addresses.text}`,
  );
  expect(few.blocks).toBeGreaterThan(0);
  expect(many.blocks).toBeLessThan(1_000);
  expect(addresses.blocks).toBeLessThan(10_000);
});

test('a connection plans claims once, and their settings end with them', async () => {
  const one = connectDatabase(database.url, 1);
  for (let at = 0; at < 12; at += 1) {
    await addDeliveries(one, { name: `N${at}X`, count: 1, dueAt: MINUTE_AGO });
    expect((await claimDeliveries(one, limits())).claimed).toHaveLength(1);
  }
  const [plans, seqscan] = await runTogether(one, [
    `SELECT generic_plans::int AS once, custom_plans::int AS anew FROM pg_prepared_statements
     WHERE name = 'claim_deliveries'`,
    `SELECT current_setting('enable_seqscan') AS seqscan`,
  ]);
  expect([plans, seqscan]).toEqual([[{ once: 12, anew: 0 }], [{ seqscan: 'on' }]]);
  await one.$disconnect();
});

test('a process that hangs while it receives its claim stops no other process from claiming', async () => {
  const many = 40;
  for (let at = 0; at < many; at += 1) await addDeliveries(db, { name: `N${at}X`, count: 1, dueAt: MINUTE_AGO });
  await runTogether(db, [`UPDATE delivery SET body = decode(repeat('5a', 1048576), 'hex')`]);
  const line = await startLine(database.url);
  const still = connectDatabase(line.url);
  await runTogether(still, ['SELECT 1']);
  line.stop();
  const lost = claimDeliveries(still, limits()).then(
    () => 'claimed',
    () => 'lost',
  );
  const leased = async () => {
    const [[row] = []] = await runTogether(db, ['SELECT count(*)::int FROM delivery WHERE leased_until > now()']);
    return row;
  };
  await expect.poll(leased).toEqual({ count: 32 });
  expect(await claim()).toHaveLength(many - 32);
  line.close();
  expect(await lost).toBe('lost');
  await still.$disconnect();
});
