import type { Secrets } from '../../../server/domain/ports.ts';
import type { World } from './world.ts';

/** All rows of a review: half of the reviews are decided, with a delivered webhook. */
const statements = [
  `INSERT INTO workspace (id) SELECT lpad(upper(to_hex(w)), 26, '0') FROM generate_series(1, $2::int / 1000 + 1) w
   ON CONFLICT DO NOTHING`,
  `CREATE UNLOGGED TABLE bench_seed AS SELECT n,
     lpad(upper(to_hex(n)), 26, '0')::char(26) AS id,
     CASE WHEN n % 2 = 0 THEN $1::text ELSE lpad(upper(to_hex(1 + n % ($2::int / 1000 + 1))), 26, '0') END::char(26) AS workspace,
     now() - make_interval(secs => (($2::int - n) * 2) % 2500000) AS at
   FROM generate_series(1, $2::int) n`,
  'INSERT INTO chain (id, workspace_id, last_mark, created_at) SELECT id, workspace, 2, at FROM bench_seed',
  `INSERT INTO review (id, workspace_id, chain_id, pass, status, title, context, type, source, page_url, reference,
     revision, review_token, review_token_hash, guest_token, guest_token_hash, webhook_url, webhook_url_hash,
     credits_spent, credits_month, created_at, opened_at, expires_at)
   SELECT id, workspace, id, 1, (CASE WHEN n % 4 < 2 THEN 'approved' ELSE 'open' END)::review_status, 'The pricing page ' || n,
     'Look at the buttons and at the table on narrow screens.', 'ui', 'images', 'https://preview.example.com/pricing',
     'github:123456:' || n / 3 || ':visual', md5(n::text) || 'abcdef01', $3::bytea, sha256(('r' || n)::bytea), $3::bytea,
     sha256(('g' || n)::bytea), $3::bytea, sha256(('u' || n % 5000)::bytea), 1, '2026-01', at, at, at + interval '30 days'
   FROM bench_seed`,
  `INSERT INTO shot (id, workspace_id, review_id, position, label, capability, storage_key, width, height,
     bytes, sha256, viewport, page_url, created_at)
   SELECT id, workspace, id, 0, '/pricing · desktop', substr(md5(n::text), 1, 27), workspace || '/images/' || id || '/image.png',
     1440, 4000, 500000, md5(n::text) || md5('x' || n),
     '{"name":"desktop","width":1440,"height":900,"scale":1,"mobile":false}', 'https://preview.example.com/pricing', at
   FROM bench_seed`,
  `INSERT INTO mark (chain_id, number, workspace_id, client_mark_id, kind, body, must_fix, status, author, pass, created_at, updated_at)
   SELECT id, m, workspace, m::text, 'box', 'The button is too pale to be read on the light background', m = 1,
     (CASE WHEN m = 1 THEN 'open' ELSE 'verified' END)::mark_status, 'Kim', 1, at, at FROM bench_seed, generate_series(1, 2) m`,
  `INSERT INTO mark_place (review_id, number, workspace_id, chain_id, shot_id, x, y, width, height)
   SELECT id, m, workspace, id, id, 0.1, 0.2, 0.3, 0.05 FROM bench_seed, generate_series(1, 2) m`,
  `INSERT INTO decision (id, workspace_id, review_id, number, outcome, decided_by, link, decided_at)
   SELECT id, workspace, id, 1, 'approved', 'Kim', 'review', at FROM bench_seed WHERE n % 4 < 2`,
  `INSERT INTO delivery (id, workspace_id, review_id, chain_id, decision_number, url, url_hash, body, status, attempt_count, created_at)
   SELECT id, workspace, id, id, 1, $3::bytea, sha256(('u' || n % 5000)::bytea), sha256(('b' || n)::bytea), 'delivered', 1, at
   FROM bench_seed WHERE n % 4 < 2`,
  `INSERT INTO delivery_attempt (delivery_id, number, workspace_id, at, http_status, duration_ms)
   SELECT id, 1, workspace, at, 204, 20 FROM bench_seed WHERE n % 4 < 2`,
  `INSERT INTO webhook_state (chain_id, url_hash, workspace_id, last_delivered_at)
   SELECT id, sha256(('u' || n % 5000)::bytea), workspace, at FROM bench_seed WHERE n % 4 < 2`,
  `INSERT INTO audit_event (workspace_id, review_id, at, actor, action)
   SELECT workspace, id, at, 'reviewer', 'decision.made' FROM bench_seed WHERE n % 4 < 2`,
];

/**
 * Fills the tables with `count` reviews, half in `workspace` and the rest spread over one workspace per thousand. Their
 * tokens are `sealed`, any bytes, because nobody opens their links. Foreign-key triggers are off, as in a restore.
 * @returns the seconds it took
 */
export async function seedMany(world: World, workspace: string, count: number, sealed: Buffer): Promise<number> {
  const began = performance.now();
  const connection = await world.pool.connect();
  try {
    await connection.query(
      "SET session_replication_role = replica; SET synchronous_commit = off; SET work_mem = '64MB'",
    );
    for (const text of statements) {
      const values = [workspace, count, sealed].filter((_, at) => text.includes(`$${at + 1}`));
      // Renumbered, because a statement may omit a parameter.
      const used = [1, 2, 3].filter((at) => text.includes(`$${at}`));
      const numbered = used.reduce((done, from, at) => done.replaceAll(`$${from}`, `$${at + 1}`), text);
      await connection.query(numbered, values);
    }
    await connection.query('DROP TABLE bench_seed');
    await connection.query('VACUUM ANALYZE');
  } finally {
    connection.release(true);
  }
  return (performance.now() - began) / 1000;
}

/** Returns the bytes of rows and indexes, by table. */
export async function sizes(world: World): Promise<Map<string, { rows: number; indexes: number }>> {
  const { rows } = await world.pool.query<{ name: string; rows: string; indexes: string }>(
    `SELECT relname AS name, pg_table_size(oid) AS rows, pg_indexes_size(oid) AS indexes
     FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map((row) => [row.name, { rows: Number(row.rows), indexes: Number(row.indexes) }]));
}

const PAGES = 25;
const IDS = 250;
const PAGE = 21;

/**
 * Gives real tokens to those reviews of `workspace` that are read: the newest page, some later pages, some with one
 * reference each and some single ones.
 */
export async function readable(world: World, workspace: string, secrets: Secrets) {
  const { rows: all } = await world.pool.query<{ id: string; reference: string }>(
    `SELECT id, reference FROM review WHERE workspace_id = $1 AND id < 'G' ORDER BY id DESC`,
    [workspace],
  );
  const last = Math.max(0, all.length - PAGE - 1);
  const starts = Array.from({ length: PAGES }, (_, at) => Math.floor((last * (at + 1)) / PAGES));
  const singles = Array.from({ length: IDS }, (_, at) => all[Math.floor((all.length * at) / IDS)]);
  const references = starts.map((at) => all[at]?.reference ?? '');
  const shown = new Set([
    ...[0, ...starts].flatMap((at) => all.slice(at, at + PAGE + 1)).map(({ id }) => id),
    ...singles.map((row) => row?.id ?? ''),
    ...all.filter(({ reference }) => references.includes(reference)).map(({ id }) => id),
  ]);
  const ids = [...shown].filter((id) => id !== '');
  await world.pool.query(
    `UPDATE review r SET review_token = t.review, guest_token = t.guest
     FROM unnest($1::text[], $2::bytea[], $3::bytea[]) AS t (id, review, guest) WHERE r.id = t.id`,
    [
      ids,
      ...(['review', 'guest'] as const).map((which) =>
        ids.map((id) => secrets.encrypt('x'.repeat(43), `review.${which}:${id}`)),
      ),
    ],
  );
  return {
    cursors: starts.map((at) => all[at]?.id ?? ''),
    ids: singles.map((row) => row?.id ?? ''),
    references,
  };
}
