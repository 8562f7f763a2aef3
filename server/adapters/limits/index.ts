import { createHash } from 'node:crypto';
import type { Database, runPrepared, Tx } from '../../db/client.ts';
import type { Ports } from '../../domain/ports.ts';

/** The number of steps in which a window slides: a limit per minute slides second by second. */
const STEPS = 60;

const countUse = { name: 'count_use', text: 'SELECT * FROM count_use($1, $2::timestamptz, $3::int, $4::int, $5::int)' };

/** Creates rate limits with sliding windows. They are counted in PostgreSQL, so that all replicas share them. */
export function createLimits(db: Database, run: typeof runPrepared, clock: () => Date): Ports['consumeRateLimit'] {
  return async (key, { max, seconds }, tx: Tx = db) => {
    // Keys contain addresses and credentials, so only their hash is stored.
    const hashed = createHash('sha256').update(key).digest('base64url');
    const now = clock().getTime() / 1000;
    const step = Math.ceil(seconds / STEPS);
    const present = new Date(Math.floor(now / step) * step * 1000);
    const [row] = await run<{ used: number | null; oldest: number }>(tx, countUse, [
      hashed,
      present.toISOString(),
      step,
      Math.ceil(seconds / step),
      max,
    ]);
    const used = row?.used ?? max;
    // A step leaves the window when the current step begins `seconds` later.
    const freed = Math.ceil(((row?.oldest ?? now) + seconds) / step) * step;
    return {
      allowed: row?.used != null,
      remaining: Math.max(0, max - used),
      reset: Math.min(seconds, Math.max(1, Math.ceil(freed - now))),
    };
  };
}

export async function forgetOldWindows(db: Database): Promise<void> {
  await db.$executeRaw`DELETE FROM rate_window WHERE latest < now() - interval '2 days'`;
}
