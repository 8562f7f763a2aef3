import { tmpdir } from 'node:os';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { createDiskStorage } from '../../../server/adapters/storage/disk.ts';
import { connectReader } from '../../../server/db/client.ts';
import { createHealth } from '../../../server/domain/health/health.ts';
import { SMALL_TABLE } from '../../../server/domain/health/rules.ts';
import { createTestDatabase } from '../../support/database.ts';
import { sql } from '../support/sql.ts';

const ROWS = 60_000;
/** Allows rows without their parents. */
const ALONE = 'SET session_replication_role = replica';
const tables = ['delivery', 'shot_request', 'webhook_state', 'review'];

const database = { databaseUrl: (await createTestDatabase()).url };
const id = `lpad(i::text, 26, '0')`;
const bytes = `sha256(i::text::bytea)`;
await sql(
  database,
  `${ALONE}; INSERT INTO delivery (id, workspace_id, review_id, chain_id, decision_number, url, url_hash, body, status, next_attempt_at)
   SELECT ${id}, ${id}, ${id}, ${id}, 1, ${bytes}, ${bytes}, ${bytes},
          (CASE WHEN i <= 7 THEN 'pending' WHEN i <= 11 THEN 'held' ELSE 'delivered' END)::delivery_status,
          CASE WHEN i <= 7 THEN now() - make_interval(secs => i * 100) END
   FROM generate_series(1, ${ROWS}) i`,
);
await sql(
  database,
  `${ALONE}; INSERT INTO shot_request (id, workspace_id, review_id, position, label, kind, status, created_at)
   SELECT ${id}, ${id}, ${id}, 0, 'x', 'capture',
          (CASE WHEN i <= 5 THEN 'waiting' ELSE 'made' END)::shot_request_status, now() - make_interval(secs => i * 100)
   FROM generate_series(1, ${ROWS}) i`,
);
await sql(
  database,
  `${ALONE}; INSERT INTO webhook_state (chain_id, url_hash, workspace_id, paused)
   SELECT ${id}, ${bytes}, ${id}, i <= 3 FROM generate_series(1, ${ROWS}) i`,
);
await sql(
  database,
  `${ALONE}; INSERT INTO review (id, workspace_id, chain_id, pass, status, title, type, source, review_token, review_token_hash,
                       guest_token, guest_token_hash, credits_spent, credits_month, created_at, expires_at)
   SELECT ${id}, ${id}, ${id}, 1, (CASE WHEN i % 4 = 0 THEN 'open' ELSE 'approved' END)::review_status, 'x', 'ui', 'images',
          ${bytes}, ${bytes}, ${bytes}, ${bytes}, 1, '2026-01', now(), now()
   FROM generate_series(1, ${ROWS}) i`,
);
await sql(
  database,
  `${ALONE}; INSERT INTO review (id, workspace_id, chain_id, pass, status, title, type, source, review_token, review_token_hash,
                       guest_token, guest_token_hash, credits_spent, credits_month, created_at, expires_at, is_baseline)
   SELECT ${id}, ${id}, ${id}, 1, 'approved', 'x', 'ui', 'images',
          ${bytes}, ${bytes}, ${bytes}, ${bytes}, 1, '2026-01', now(), now(), true
   FROM generate_series(${ROWS + 1}, ${ROWS * 2}) i`,
);
await sql(database, `VACUUM ANALYZE ${tables.join(', ')}`);

const rowsScanned = async (): Promise<Record<string, number>> => {
  const found = await sql<{ name: string; rows: string }>(
    database,
    'SELECT relname AS name, seq_tup_read AS rows FROM pg_stat_user_tables WHERE relname = ANY($1)',
    [tables],
  );
  return Object.fromEntries(found.map(({ name, rows }) => [name, Number(rows)]));
};

test('a scrape counts waiting work by index, and reads only a fixed number of reviews', async () => {
  const reader = connectReader(database.databaseUrl, 2, 20_000);
  // Connecting is not part of the scrape, which leaves out whatever takes longer than two seconds.
  await Promise.all([reader.read('SELECT 1'), reader.read('SELECT 1')]);
  const before = await rowsScanned();
  const health = createHealth(reader, createDiskStorage(tmpdir()), pino({ level: 'silent' }));
  // Without timers the scrape has no time limit, which a busy machine could exceed.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { waiting, counts, reviews } = await health.figures().finally(() => vi.useRealTimers());
  // PostgreSQL counts what a connection read when that connection ends.
  await reader.close();
  expect(counts).toEqual({ pendingDeliveries: 7, heldDeliveries: 4, pendingCaptures: 5, pausedWebhooks: 3 });
  expect(waiting?.workers).toBe(0);
  expect(waiting?.oldestDelivery).toBeGreaterThanOrEqual(700);
  expect(waiting?.oldestCapture).toBeGreaterThanOrEqual(500);
  const byStatus = Object.fromEntries((reviews ?? []).map(({ status, count }) => [status, count]));
  expect(Object.keys(byStatus)).toEqual(['approved', 'open']);
  expect(Math.abs((byStatus.open ?? 0) - ROWS / 4)).toBeLessThan(ROWS / 40);
  expect(Math.abs((byStatus.approved ?? 0) - (ROWS * 3) / 4)).toBeLessThan(ROWS / 40);

  const scanned = async (table: string) => ((await rowsScanned())[table] ?? 0) - (before[table] ?? 0);
  await expect.poll(() => scanned('review')).toBe(SMALL_TABLE + 1);
  const others = await Promise.all(['delivery', 'shot_request', 'webhook_state'].map(scanned));
  expect(others).toEqual([0, 0, 0]);
  console.log(
    `4 tables of ${ROWS.toLocaleString('en')} rows, one scrape: ${SMALL_TABLE + 1} rows of reviews read one by one, 0 of the others`,
  );
});
