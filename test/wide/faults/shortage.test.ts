import { connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { toFailure } from '../../../server/api/failure.ts';
import { connectDatabase, runPrepared, runTogether, type Tx } from '../../../server/db/client.ts';
import { sql } from '../../api/support/sql.ts';
import { createTestDatabase } from '../../support/database.ts';
import { freePort } from '../../support/free-port.ts';

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

function expectUnavailable(error: unknown): void {
  const { status, body, retryAfter } = toFailure(error, 'req-1');
  expect({ status, error: body.error }).toEqual({ status: 503, error: 'unavailable' });
  expect(retryAfter).toBeGreaterThan(0);
  expect(JSON.stringify(body)).not.toMatch(/prisma|postgres|ECONN|127\.0\.0\.1|secret/i);
}

it('answers 503 in plain words when no database listens, for every kind of query', async () => {
  const db = connectDatabase(`postgresql://nobody:secret@127.0.0.1:${await freePort()}/none`);
  const ways = [
    () => db.review.findFirst(),
    () => db.$transaction((tx) => tx.review.findFirst()),
    () => runPrepared(db, { name: 'one', text: 'SELECT 1' }, []),
  ];
  for (const way of ways) expectUnavailable(await thrownBy(way()));
  await db.$disconnect();
});

it('answers 503 when the connection of a transaction ends between two of its statements', async () => {
  const database = await createTestDatabase();
  const db = connectDatabase(database.url);
  const place = { databaseUrl: database.url };
  const cut = async (tx: Tx): Promise<number> => {
    const [row] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    const pid = row?.pid ?? 0;
    await sql(place, 'SELECT pg_terminate_backend($1)', [pid]);
    const alive = () => sql(place, 'SELECT 1 FROM pg_stat_activity WHERE pid = $1', [pid]);
    await expect.poll(alive, { interval: 5 }).toEqual([]);
    return pid;
  };
  const seen = new Set<string>();
  const statements: ((tx: Tx) => Promise<unknown>)[] = [
    (tx) => tx.$queryRaw`SELECT 1`,
    (tx) => tx.review.findFirst(),
    (tx) => tx.$executeRaw`DELETE FROM rate_window`,
    (tx) => runPrepared(tx, { name: 'two', text: 'SELECT 2' }, []),
  ];
  try {
    for (const statement of statements) {
      // The driver reports it differently once it has noticed, so the first and the second statement are tested.
      const whole = await thrownBy(
        db.$transaction(async (tx) => {
          await cut(tx);
          const first = await thrownBy(statement(tx));
          expectUnavailable(first);
          const second = await thrownBy(statement(tx));
          expectUnavailable(second);
          for (const error of [first, second]) seen.add(String(error).slice(-60).trim());
          throw first;
        }),
      );
      expectUnavailable(whole);
      // A transaction that only has to commit fails as well.
      expectUnavailable(await thrownBy(db.$transaction((tx) => cut(tx))));
    }
    console.log(
      `${statements.length} statements × 3 moments on a connection that ended: 0 × 500; ${[...seen].join(' | ')}`,
    );
  } finally {
    await db.$disconnect();
    await database.drop();
  }
});

/** Relays between PostgreSQL and its clients. While it holds, it keeps PostgreSQL’s bytes to send them all at once. */
async function startRelay(databaseUrl: string) {
  const real = new URL(databaseUrl);
  let held: Buffer[] | null = null;
  let say = (_: Buffer): void => {};
  const server = createServer((socket) => {
    const database = connect(Number(real.port), real.hostname);
    for (const each of [socket, database]) each.on('error', () => each.destroy());
    socket.pipe(database);
    say = (bytes) => socket.write(bytes);
    database.on('data', (bytes) => (held === null ? socket.write(bytes) : held.push(bytes)));
    database.on('close', () => held === null && socket.end());
  });
  await new Promise<void>((fulfil) => server.listen(0, '127.0.0.1', fulfil));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' ? address?.port : 0);
  return {
    url: url.href,
    hold(): void {
      held = [];
    },
    heard: () => Buffer.concat(held ?? []).toString('latin1'),
    release(): void {
      const bytes = Buffer.concat(held ?? []);
      held = null;
      say(bytes);
    },
    close: () => server.close(),
  };
}

it('survives a connection that ends at the moment of an answer', async () => {
  const database = await createTestDatabase();
  const relay = await startRelay(database.url);
  const db = connectDatabase(relay.url, 1);
  const place = { databaseUrl: database.url };
  try {
    const [[row] = []] = (await runTogether(db, ['SELECT pg_backend_pid() AS pid'])) as { pid: number }[][];
    relay.hold();
    const last = runTogether(db, ["SELECT 'the last answer' AS said"]);
    await expect.poll(relay.heard, { interval: 5 }).toContain('the last answer');
    await sql(place, 'SELECT pg_terminate_backend($1)', [row?.pid]);
    await expect.poll(relay.heard, { interval: 5 }).toContain('57P01');
    // Answer and end arrive together: no query is running, and the connection is not yet back in the pool.
    relay.release();
    expect(await last).toEqual([[{ said: 'the last answer' }]]);
  } finally {
    relay.close();
    await db.$disconnect();
    await database.drop();
  }
});
