import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient, ServiceError } from '../../../../server/contract/client.ts';
import type { Review } from '../../../../server/contract/review.ts';
import { startChild } from '../../../api/db/support/child.ts';
import { emptyDatabase } from '../../../api/db/support/empty-database.ts';
import { hear } from '../../../api/support/events.ts';
import { type Receiver, startReceiver } from '../../../api/support/receiver.ts';
import { sql } from '../../../api/support/sql.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { base64, decide, mark, nextPass, review, reviewerOf } from '../../../support/factories.ts';
import { type PgBouncer, startPgBouncer } from '../../../support/pgbouncer.ts';
import { startService, type TestService } from '../../../support/service.ts';

// Two replicas, one of them a worker too, over a PgBouncer in transaction mode that has three connections for both.
const POOL = 3;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let bouncer: PgBouncer;
let dataDir: string;
let replicas: [TestService, TestService];
let receiver: Receiver;
let environment: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  bouncer = await startPgBouncer(database.url, POOL);
  dataDir = await mkdtemp(join(tmpdir(), 'sightline-data-'));
  receiver = await startReceiver();
  environment = {
    DATABASE_URL: bouncer.urlOf(database.url),
    DATA_DIR: dataDir,
    OUTBOUND_ALLOW: 'webhook=127.0.0.0/8,capture=127.0.0.0/8',
  };
  replicas = await Promise.all([startService(environment), startService({ ...environment, ROLE: 'web' })]);
});
afterAll(async () => {
  await Promise.all(replicas.map((each) => each.close()));
  await Promise.all([receiver.close(), bouncer.close()]);
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const server = (): { databaseUrl: string } => ({ databaseUrl: database.url });
/** The same token on the other replica. */
const elsewhere = (client: { token: string }): Client =>
  createClient({ baseUrl: replicas[1].url, bearer: client.token });
/** The same link there. */
const there = (link: string): string => replicas[1].url + new URL(link).pathname;

test('three processes at once bring an empty database up to date, each migration once', async () => {
  const empty = await emptyDatabase();
  const code = `
    import { migrate } from 'server/db/migrate.ts';
    import { migrate as migrateApp } from '${join(import.meta.dirname, '../../../../app/store/migrate.ts')}';
    const applied = await migrate(process.env.URL_OF_DATABASE);
    await migrateApp(process.env.URL_OF_DATABASE);
    console.log(JSON.stringify(applied));`;
  const children = Array.from({ length: 3 }, () => startChild(code, { URL_OF_DATABASE: bouncer.urlOf(empty.url) }));
  const lines = await Promise.all(children.map((child) => child.line()));
  expect(await Promise.all(children.map((child) => child.ended()))).toEqual([0, 0, 0]);
  const applied = lines.flatMap((line) => JSON.parse(line) as string[]);
  const rows = await empty.query<{ migration_name: string }>(
    'SELECT migration_name FROM _prisma_migrations ORDER BY 1',
  );
  expect(applied.sort()).toEqual(rows.map(({ migration_name }) => migration_name));
  expect(applied.length).toBeGreaterThan(7);
  expect(await empty.query('SELECT name FROM sightline_app.migration')).not.toHaveLength(0);
  await empty.drop();
});

test('the whole loop works, and each step reaches a page through the other replica', async () => {
  const client = await replicas[0].newClient();
  const first = await review(client, { webhook_url: receiver.url });
  const page = await hear(there(first.review_url));
  // Told at its beginning, and once more when its state is known: from then on nothing is missed.
  await expect.poll(page.changes).toBe(2);
  const steps: [string, () => Promise<unknown>][] = [
    ['a mark', () => reviewerOf(first).call('place_mark', mark({ must_fix: true }))],
    ['a decision', () => decide(first, 'changes_requested')],
    [
      'what the fixer says',
      () => elsewhere(client).call('resolve_marks', { id: first.id, marks: [{ id: 1, status: 'resolved' }] }),
    ],
    ['the next pass', () => nextPass(client, first)],
  ];
  for (const [step, take] of steps) {
    const before = page.changes();
    await take();
    await expect.poll(page.changes, { message: step }).toBeGreaterThan(before);
  }
  page.close();
  const sent = () => receiver.received.map(({ body }) => JSON.parse(body.toString()) as { event: string });
  await expect.poll(() => sent().map(({ event }) => event)).toContain('review.decided');
  const { next_pass_id } = await client.call('get_review', { id: first.id });
  const second = await elsewhere(client).call('get_review', { id: next_pass_id ?? '' });
  expect(second).toMatchObject({ pass: 2, status: 'open', marks_awaiting_verification: 1 });
  expect((await decide(second, 'approved')).review.status).toBe('approved');
});

test('who waits for a decision hears of it through the other replica', async () => {
  const client = await replicas[0].newClient();
  const made = await review(client);
  const answer = await fetch(`${replicas[1].url}/mcp/sightline`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'wait_for_decision', arguments: { id: made.id, seconds: 45 }, _meta: { progressToken: 1 } },
    }),
  });
  let text = '';
  let decided = false;
  for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    // It waits, and says so.
    if (decided || !text.includes('notifications/progress')) continue;
    decided = true;
    await decide(made, 'approved');
  }
  expect(text).toContain('"status":"approved"');
});

test('a replica that is told PostgreSQL’s own address listens there', async () => {
  const third = await startService({ ...environment, ROLE: 'web', DATABASE_DIRECT_URL: database.url });
  const made = await review(await replicas[0].newClient());
  const page = await hear(third.url + new URL(made.review_url).pathname);
  await expect.poll(page.changes).toBe(2);
  const listening = `SELECT count(*)::int AS count FROM pg_stat_activity
                     WHERE application_name = 'sightline-signals' AND datname = current_database()`;
  expect(await sql(server(), listening)).toEqual([{ count: 1 }]);
  await reviewerOf(made).call('place_mark', mark());
  await expect.poll(page.changes).toBeGreaterThan(2);
  page.close();
  expect(third.logged()).not.toContain('looked for');
  await third.close();
});

test('pages are captured and looked at', async () => {
  receiver.answerWith(({ method }) =>
    method === 'GET' ? { type: 'text/html', body: Buffer.from('<h1>Shop</h1><p>Welcome to the shop') } : 204,
  );
  const client = await replicas[1].newClient();
  const made = await client.call('create_review', { title: 'Shop', capture_url: true, page_url: `${receiver.url}/` });
  const now = () => client.call('get_review', { id: made.id });
  await expect.poll(async () => (await now()).status).toBe('open');
  const { screenshots } = await now();
  const { queued } = await client.call('second_opinion', { id: made.id });
  expect(queued).toBe(screenshots.length);
  await expect.poll(async () => (await now()).second_opinion).toMatchObject({ waiting: 0, done: queued, failed: 0 });
});

test('one key makes one review, and a limit is one limit, whichever replica is asked', async () => {
  const client = await replicas[0].newClient();
  const input = { title: 'Once', images: [await base64()] };
  const both = [client, elsewhere(client)];
  await sql(server(), 'DELETE FROM rate_window');
  const once = await Promise.all(both.map((each) => each.call('create_review', input, { idempotencyKey: 'the same' })));
  expect(new Set(once.map(({ id }) => id)).size).toBe(1);
  const asked = Array.from({ length: 60 }, (_, at) =>
    (both[at % 2] ?? client).call('create_review', { ...input, title: `Review ${at}` }).then(
      () => 200,
      (error: unknown) => (error instanceof ServiceError ? error.status : error),
    ),
  );
  const statuses = await Promise.all(asked);
  const [counted] = await sql<{ count: number }>(server(), 'SELECT sum(count)::int AS count FROM rate_window');
  // Who is let in may be told to come back when too many wait for the few connections.
  const busy = statuses.filter((status) => status === 503).length;
  const admitted = (counted?.count ?? 0) - once.length;
  expect(admitted).toBe(30 - once.length);
  expect(statuses.filter((status) => status === 200)).toHaveLength(admitted - busy);
  expect(statuses.filter((status) => status === 429)).toHaveLength(60 - admitted);
  expect((await client.call('get_billing', {})).credits.left).toBe(200 - 1 - (admitted - busy));
});

/** Asks again and again until it is answered, as a client does that keeps its key. */
async function create(clients: readonly Client[], title: string, image: string): Promise<Review> {
  for (let tries = 0; ; tries += 1) {
    const client = clients[tries % clients.length];
    try {
      if (client !== undefined) {
        return await client.call(
          'create_review',
          { title, images: [image], webhook_url: receiver.url },
          { idempotencyKey: title },
        );
      }
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status < 500) throw error;
      await wait(50);
    }
  }
}

test('a PgBouncer that is killed under load costs nothing but time', async () => {
  const image = await base64();
  const clients = await Promise.all(Array.from({ length: 4 }, () => replicas[0].newClient()));
  const titles = Array.from({ length: 12 }, (_, at) => `Review ${at}`);
  const work = Promise.all(
    clients.map(async (client) => {
      const made: Review[] = [];
      for (const title of titles) made.push(await create([client, elsewhere(client)], title, image));
      return made;
    }),
  );
  const stored = async () => (await sql(server(), `SELECT 1 FROM review WHERE title LIKE 'Review %'`)).length;
  const before = await stored();
  for (const more of [8, 24]) {
    await expect.poll(stored, { interval: 20 }).toBeGreaterThanOrEqual(before + more);
    await bouncer.kill();
    await bouncer.start();
  }
  const made = await work;
  for (const [at, client] of clients.entries()) {
    const { reviews } = await elsewhere(client).call('list_reviews', {});
    const ids = (list: { id: string }[] = []) => list.map(({ id }) => id).sort();
    expect(ids(reviews)).toEqual(ids(made[at]));
    expect((await client.call('get_billing', {})).credits.left).toBe(200 - titles.length);
  }
  // What is to be sent is sent, and pages hear again.
  const decided = made[0]?.[0];
  if (decided === undefined) throw new Error('Nothing was made.');
  const page = await hear(there(decided.review_url));
  await expect.poll(page.changes).toBe(2);
  await decide(decided, 'approved');
  await expect.poll(page.changes).toBeGreaterThan(2);
  page.close();
  await expect
    .poll(() => receiver.received.some(({ method, body }) => method === 'POST' && body.includes(decided.id)))
    .toBe(true);
});

test('no statement was looked for where it was not prepared, and PgBouncer refused nothing', async () => {
  const logs = [...replicas.map((each) => each.logged()), bouncer.logged()].join('\n');
  expect(logs).toContain('changes are looked for, not heard');
  for (const word of [/prepared statement/, /26000|42P05/, /unsupported startup parameter/, /listen_notify/i]) {
    expect(logs).not.toMatch(word);
  }
  const held = () =>
    sql<{ count: number }>(
      server(),
      `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory'
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
     AND pid IN (SELECT pid FROM pg_stat_activity WHERE state = 'idle')`,
    );
  // Those who hold one and those who are idle are counted a moment apart.
  await expect.poll(held).toEqual([{ count: 0 }]);
});
