import pg from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSignals, type SignalConnection } from '../../../../server/adapters/signals/index.ts';
import { sql } from '../../../api/support/sql.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { startLine } from '../../../support/line.ts';

const CHAIN = 'C'.padStart(26, '0');
let database: { databaseUrl: string; drop(): Promise<void> };
let open: SignalConnection[];
let logged: string;
beforeEach(async () => {
  const { url, drop } = await createTestDatabase();
  database = { databaseUrl: url, drop };
  await sql(
    database,
    `INSERT INTO workspace (id) VALUES ('${CHAIN}');
     INSERT INTO chain (id, workspace_id) VALUES ('${CHAIN}', '${CHAIN}');
     INSERT INTO review (id, workspace_id, chain_id, pass, status, title, type, source, review_token, review_token_hash,
                         guest_token, guest_token_hash, credits_spent, credits_month, created_at, expires_at)
     VALUES ('${CHAIN}', '${CHAIN}', '${CHAIN}', 1, 'open', 'x', 'ui', 'images', '', '', '', '', 1, '2026-01', now(), now())`,
  );
  open = [];
  logged = '';
});
afterEach(async () => {
  await Promise.all(open.map((each) => each.close()));
  await database.drop();
});

const log = pino(
  { level: 'debug' },
  {
    write(line: string) {
      logged += line;
    },
  },
);

/** Listens to one topic and collects the subjects; the first one, null, means that it listens. */
async function onMessage(topic: 'change' | 'delivery'): Promise<{ heard: (string | null)[]; end(): void }> {
  const signals = createSignals(database.databaseUrl, log);
  open.push(signals);
  const heard: (string | null)[] = [];
  const end = signals.listen(topic, (subject) => void heard.push(subject));
  await expect.poll(() => heard).toEqual([null]);
  return { heard, end };
}

const changeState = (url: string): string =>
  `INSERT INTO webhook_state (chain_id, url_hash, workspace_id) VALUES ('${CHAIN}', sha256('${url}'::bytea), '${CHAIN}')`;
const addDelivery = (id: string, leasedUntil: string): string =>
  `INSERT INTO delivery (id, workspace_id, review_id, chain_id, decision_number, url, url_hash, body, leased_until)
   VALUES (lpad('${id}', 26, '0'), '${CHAIN}', '${CHAIN}', '${CHAIN}', 1, '', '', '', ${leasedUntil})`;
/** Notifies every listener last, so that all earlier messages have arrived by then. */
const last = `SELECT pg_notify('sightline_change', 'last'), pg_notify('sightline_delivery', 'last')`;

test('every listener is notified of a commit with its subject, and of no other topic', async () => {
  const [one, two, deliveries] = [await onMessage('change'), await onMessage('change'), await onMessage('delivery')];
  await sql(database, changeState('a'));
  await sql(database, last);
  for (const { heard } of [one, two]) await expect.poll(() => heard).toEqual([null, CHAIN, 'last']);
  await expect.poll(() => deliveries.heard).toEqual([null, 'last']);
});

test('listeners are notified after the commit, and never of a rollback', async () => {
  const { heard } = await onMessage('change');
  const client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query(changeState('rolled back'));
  await client.query('ROLLBACK');
  await client.query('BEGIN');
  await client.query(changeState('kept'));
  await sql(database, last);
  await expect.poll(() => heard).toEqual([null, 'last']);
  await client.query('COMMIT');
  await expect.poll(() => heard).toEqual([null, 'last', CHAIN]);
  await client.end();
});

test('listeners are notified of a delivery that may be due, but not of a leased one', async () => {
  const { heard } = await onMessage('delivery');
  await sql(database, addDelivery('1', `now() + interval '20 s'`));
  await sql(database, last);
  await expect.poll(() => heard).toEqual([null, 'last']);
  await sql(database, addDelivery('2', 'NULL'));
  await sql(database, 'UPDATE delivery SET leased_until = NULL');
  await sql(database, last);
  await expect.poll(() => heard).toEqual([null, 'last', '', '', 'last']);
});

test('a lost connection is restored, reports that anything may have changed, and listens again', async () => {
  const { heard } = await onMessage('change');
  const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
               WHERE application_name = 'sightline-signals' AND datname = current_database()`;
  const expected: (string | null)[] = [null];
  for (let times = 1; times <= 3; times += 1) {
    expect(await sql(database, cut)).toHaveLength(1);
    expected.push(null);
    await expect.poll(() => heard).toEqual(expected);
    await sql(database, changeState(`after cut ${times}`));
    expected.push(CHAIN);
    await expect.poll(() => heard).toEqual(expected);
  }
  expect(logged).toContain('the connection was lost');
});

test('a listener that stopped is not notified any more', async () => {
  const [ended, other] = [await onMessage('change'), await onMessage('change')];
  ended.end();
  await sql(database, last);
  await expect.poll(() => other.heard).toEqual([null, 'last']);
  expect(ended.heard).toEqual([null]);
});

test('the connection waits for a database that does not answer yet', async () => {
  const signals = createSignals('postgres://nobody:sesame@127.0.0.1:9/none', log);
  open.push(signals);
  const heard: (string | null)[] = [];
  signals.listen('change', (subject) => void heard.push(subject));
  await expect.poll(() => logged).toContain('ECONNREFUSED');
  expect(heard).toEqual([]);
  expect(logged).not.toContain('sesame');
});

test('a connection that falls silent before it listens is replaced', async () => {
  const line = await startLine(database.databaseUrl, 'LISTEN');
  const signals = createSignals(line.url, log);
  open.push(signals);
  const heard: (string | null)[] = [];
  signals.listen('change', (subject) => void heard.push(subject));
  await expect.poll(() => heard).toEqual([null]);
  await sql(database, last);
  await expect.poll(() => heard).toEqual([null, 'last']);
  expect(logged).toContain('the connection was lost');
  line.close();
});
