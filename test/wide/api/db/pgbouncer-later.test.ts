import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLimits } from '../../../../server/adapters/limits/index.ts';
import { connectDatabase, type Database, runPrepared, runTogether } from '../../../../server/db/client.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { type PgBouncer, startPgBouncer } from '../../../support/pgbouncer.ts';

/** A window so long that no test can see it end. */
const EVER = 1_000_000_000;
const plan = { name: 'doubled', text: 'SELECT $1::int * 2 AS twice' };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let bouncer: PgBouncer;
beforeAll(async () => {
  database = await createTestDatabase();
  bouncer = await startPgBouncer(database.url, 2);
});
afterAll(async () => {
  await bouncer.close();
  await database.drop();
});

/** One address that leads to another place from `lead` on, when everybody there has been cut off. */
async function startAddress() {
  const open = new Set<Socket>();
  let target = new URL(database.url);
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(end);
      end.on('error', () => other.destroy()).on('close', () => other.destroy());
      end.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: Object.assign(new URL(database.url), { host: `127.0.0.1:${port}` }).toString(),
    lead(url: string) {
      target = new URL(url);
      for (const end of open) end.destroy();
      open.clear();
    },
    close() {
      for (const end of open) end.destroy();
      server.close();
    },
  };
}

/** Sixty statements at once, of the kinds that are prepared on a direct connection. */
async function statements(processes: readonly Database[]): Promise<void> {
  const wide = { max: 1000, seconds: EVER };
  const work = Array.from({ length: 20 }, (_, at) =>
    processes.flatMap((db): Promise<unknown>[] => [
      createLimits(db, runPrepared, () => new Date())(`key ${at % 3}`, wide),
      db.review.findMany({ where: { workspaceId: `W${at}` }, take: 1 }),
      db.$transaction(async (tx) => {
        await tx.review.count({ where: { workspaceId: 'W' } });
        await tx.chain.count({ where: { workspaceId: 'W' } });
      }),
      runTogether(db, [`EXECUTE doubled (${at})`], [plan]).then(([rows]) => expect(rows).toEqual([{ twice: at * 2 }])),
    ]),
  );
  await Promise.all(work.flat());
}

test('processes go on when a pooler takes the place of PostgreSQL, and when PostgreSQL takes its place again', async () => {
  const address = await startAddress();
  const processes = [connectDatabase(address.url, 4), connectDatabase(address.url, 4)];
  for (const place of [database.url, bouncer.urlOf(database.url), database.url, bouncer.urlOf(database.url)]) {
    address.lead(place);
    // What was cut off is known once each process has been answered again.
    for (const db of processes)
      await expect
        .poll(() =>
          db.$queryRaw`SELECT 1`.then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
    await expect.poll(() => statements(processes).then(() => 'done', String)).toBe('done');
    await statements(processes);
  }
  await Promise.all(processes.map((db) => db.$disconnect()));
  address.close();
});

test('whoever stands still in the middle of a transaction behind the pooler is ended, and keeps no lock', async () => {
  const db = connectDatabase(bouncer.urlOf(database.url), 2);
  const [inside] = await db.$transaction(
    (tx) => tx.$queryRaw<{ limit: string }[]>`
    SELECT current_setting('idle_in_transaction_session_timeout') AS limit`,
  );
  const [outside] = await db.$queryRaw<{ limit: string }[]>`
    SELECT current_setting('idle_in_transaction_session_timeout') AS limit`;
  expect([inside?.limit, outside?.limit]).toEqual(['20s', '0']);
  await db.$disconnect();
  const direct = connectDatabase(database.url, 2, 30_000);
  const [limits] = await direct.$queryRaw<{ idle: string; statement: string }[]>`
    SELECT current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('statement_timeout') AS statement`;
  expect(limits).toEqual({ idle: '20s', statement: '30s' });
  await direct.$disconnect();
});
