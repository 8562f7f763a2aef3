import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../../../app/log.ts';
import { openDatabase } from '../../../../app/store/database.ts';
import { migrate } from '../../../../app/store/migrate.ts';
import { sql } from '../../../api/support/sql.ts';
import { untilNamed } from '../../../github/app/support/github.ts';
import { decided } from '../../../github/app/support/review.ts';
import { type Bench, startBench } from '../../../github/app/support/start-app.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { type PgBouncer, startPgBouncer } from '../../../support/pgbouncer.ts';

const visual = 'Sightline / visual';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let bouncer: PgBouncer;
let bench: Bench;
beforeAll(async () => {
  database = await createTestDatabase();
  // With fewer connections than the App would like to keep for its locks.
  bouncer = await startPgBouncer(database.url, 2);
  bench = await startBench({ DATABASE_URL: bouncer.urlOf(database.url) });
});
afterAll(async () => {
  await bench.close();
  await bouncer.close();
  await database.drop();
});

/** Databases of the App as processes would have them: two by the pooler, one that is not told of it. */
async function withDatabases(work: (databases: ReturnType<typeof openDatabase>[]) => Promise<void>): Promise<void> {
  await migrate(database.url);
  const urls = [bouncer.urlOf(database.url), bouncer.urlOf(database.url), database.url];
  const databases = urls.map((url) => openDatabase(url, createLog('error')));
  try {
    await work(databases);
  } finally {
    await Promise.all(databases.map((each) => each.close()));
  }
}

const leases = () =>
  sql<{ jti: string; ends: string }>(
    { databaseUrl: database.url },
    `SELECT jti, expires_at::text AS ends FROM sightline_app.used_token WHERE jti LIKE 'lock %'`,
  );

test('the App tells GitHub of three pull requests at once what was decided', async () => {
  const pulls = await Promise.all(Array.from({ length: 3 }, () => bench.newPullRequest()));
  await Promise.all(
    pulls.map(async (pull) => {
      const registered = await bench.newRegistered(pull);
      await untilNamed(bench, pull, visual, { title: 'Waiting for a decision' });
      const review = decided(registered.review, 'approved');
      bench.service.put(registered.secret, review);
      expect(await bench.decide(registered, review)).toBe(202);
      await untilNamed(bench, pull, visual, { conclusion: 'success' });
    }),
  );
  await expect.poll(leases).toEqual([]);
});

test('one at a time holds a lock, whether it comes by the pooler or not', () =>
  withDatabases(async (databases) => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      for (const each of databases) await each.query('select 1');
      inside--;
    };
    const all = databases.flatMap((each) => Array.from({ length: 10 }, () => each.withLock('one', work)));
    await Promise.all(all);
    expect(most).toBe(1);
    expect(await leases()).toEqual([]);
  }));

test('locks that are held by the pooler keep no connection from others, and are kept while the work lasts', () =>
  withDatabases(async ([one, two]) => {
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const held = Array.from({ length: 8 }, (_, at) => one?.withLock(`held ${at}`, () => ended));
    await expect.poll(async () => (await leases()).length).toBe(8);
    const before = new Map((await leases()).map(({ jti, ends }) => [jti, ends]));
    expect(await two?.withLock('free', async () => 'done')).toBe('done');
    await expect.poll(async () => (await leases()).every(({ jti, ends }) => ends > (before.get(jti) ?? ''))).toBe(true);
    end();
    await Promise.all(held);
    expect(await leases()).toEqual([]);
  }));

test('what a dead process held is free when its time is over', () =>
  withDatabases(async ([one]) => {
    const held = `INSERT INTO sightline_app.used_token VALUES ('lock dead', now() + interval '1 hour')`;
    await sql({ databaseUrl: database.url }, held);
    let got = false;
    const waiting = one?.withLock('dead', async () => {
      got = true;
    });
    await one?.withLock('another', async () => {});
    expect(got).toBe(false);
    await sql(
      { databaseUrl: database.url },
      `UPDATE sightline_app.used_token SET expires_at = now() WHERE jti = 'lock dead'`,
    );
    await waiting;
    expect(got).toBe(true);
  }));
