import { createHash } from 'node:crypto';
import type { Database, runPrepared, Tx } from '../../db/client.ts';
import type { Ports } from '../../domain/ports.ts';

/** In how many steps a window slides. */
const STEPS = 6;

/**
 * Counts one use in the step that runs now, unless the steps of the last `$3` seconds hold `$4` uses already. Earlier
 * steps do not change any more; the present one is a row that replicas wait for.
 */
const countUse = {
  name: 'count_use_sliding',
  text: `
    WITH recent AS (
      SELECT coalesce(sum(count) FILTER (WHERE window_at < $2::timestamptz), 0)::int AS earlier,
             coalesce(sum(count), 0)::int AS used,
             min(window_at) FILTER (WHERE count > 0) AS oldest
      FROM rate_window
      WHERE key = $1::text AND window_at <= $2::timestamptz
        AND window_at > $2::timestamptz - make_interval(secs => $3::int)
    ), counted AS (
      INSERT INTO rate_window AS present (key, window_at, count)
      SELECT $1::text, $2::timestamptz, 1 FROM recent WHERE earlier < $4::int
      ON CONFLICT (key, window_at) DO UPDATE SET count = present.count + 1
        WHERE present.count + (SELECT earlier FROM recent) < $4::int
      RETURNING count
    )
    SELECT counted.count + earlier AS count, extract(epoch FROM coalesce(oldest, $2::timestamptz))::float8 AS oldest
    FROM recent LEFT JOIN counted ON true`,
};

/** Sliding windows counted in PostgreSQL, so that the limit is one limit for all replicas. */
export function createLimits(db: Database, run: typeof runPrepared, clock: () => Date): Ports['admit'] {
  return async (key, { max, seconds }, tx: Tx = db) => {
    // Keys hold addresses and credentials: only their hash is stored.
    const hashed = createHash('sha256').update(key).digest('base64url');
    const now = clock().getTime() / 1000;
    const step = Math.ceil(seconds / STEPS);
    const present = new Date(Math.floor(now / step) * step * 1000);
    const [row] = await run<{ count: number | null; oldest: number }>(tx, countUse, [
      hashed,
      present.toISOString(),
      seconds,
      max,
    ]);
    const count = row?.count ?? max;
    // A step is forgotten when the present one begins `seconds` later.
    const freed = Math.ceil(((row?.oldest ?? now) + seconds) / step) * step;
    return {
      admitted: row?.count != null,
      remaining: Math.max(0, max - count),
      reset: Math.min(seconds, Math.max(1, Math.ceil(freed - now))),
    };
  };
}

/** Windows nobody counts in any more. */
export async function forgetOldWindows(db: Database): Promise<void> {
  await db.$executeRaw`DELETE FROM rate_window WHERE window_at < now() - interval '2 days'`;
}
