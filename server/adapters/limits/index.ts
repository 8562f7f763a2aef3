import { createHash } from 'node:crypto';
import type { Database, Tx } from '../../db/client.ts';
import type { Ports } from '../../domain/ports.ts';

/** Fixed windows counted in PostgreSQL, so that the limit is one limit for all replicas. */
export function createLimits(db: Database): Ports['admit'] {
  return async (key, { max, seconds }, tx: Tx = db) => {
    // Keys hold addresses and credentials: only their hash is stored.
    const hashed = createHash('sha256').update(key).digest('base64url');
    const rows = await tx.$queryRaw<{ count: number; wait: number }[]>`
      INSERT INTO rate_window (key, window_at, count)
      VALUES (${hashed}, to_timestamp(floor(extract(epoch FROM now()) / ${seconds}::int) * ${seconds}::int), 1)
      ON CONFLICT (key, window_at) DO UPDATE SET count = rate_window.count + 1
      RETURNING count, ceil(extract(epoch FROM window_at) + ${seconds}::int - extract(epoch FROM now()))::int AS wait`;
    const [row] = rows;
    const count = row?.count ?? 1;
    return { admitted: count <= max, remaining: Math.max(0, max - count), reset: Math.max(1, row?.wait ?? seconds) };
  };
}

/** Windows nobody counts in any more. */
export async function forgetOldWindows(db: Database): Promise<void> {
  await db.$executeRaw`DELETE FROM rate_window WHERE window_at < now() - interval '2 days'`;
}
