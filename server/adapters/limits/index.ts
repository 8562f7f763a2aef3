import { createHash } from 'node:crypto';
import type { Database, runPrepared, Tx } from '../../db/client.ts';
import type { Ports } from '../../domain/ports.ts';

const countUse = {
  name: 'count_use',
  text: `
    INSERT INTO rate_window (key, window_at, count)
    VALUES ($1::text, to_timestamp(floor(extract(epoch FROM now()) / $2::int) * $2::int), 1)
    ON CONFLICT (key, window_at) DO UPDATE SET count = rate_window.count + 1
    RETURNING count, ceil(extract(epoch FROM window_at) + $2::int - extract(epoch FROM now()))::int AS wait`,
};

/** Fixed windows counted in PostgreSQL, so that the limit is one limit for all replicas. */
export function createLimits(db: Database, run: typeof runPrepared): Ports['admit'] {
  return async (key, { max, seconds }, tx: Tx = db) => {
    // Keys hold addresses and credentials: only their hash is stored.
    const hashed = createHash('sha256').update(key).digest('base64url');
    const rows = await run<{ count: number; wait: number }>(tx, countUse, [hashed, seconds]);
    const [row] = rows;
    const count = row?.count ?? 1;
    return { admitted: count <= max, remaining: Math.max(0, max - count), reset: Math.max(1, row?.wait ?? seconds) };
  };
}

/** Windows nobody counts in any more. */
export async function forgetOldWindows(db: Database): Promise<void> {
  await db.$executeRaw`DELETE FROM rate_window WHERE window_at < now() - interval '2 days'`;
}
