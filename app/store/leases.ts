import { setTimeout as wait } from 'node:timers/promises';
import type { Queries } from './database.ts';

// Where no connection can be kept for a lock, as behind a connection pooler, a row with an end stands for it. What a
// process holds it goes on holding until it ends or stops; what a dead one held is free when its time is over.

const SECONDS = 20;
const RENEW_MS = 5_000;
/** Between two tries, at most. */
const PAUSE_MS = 200;

/** A name that no token has: among these rows everything that is taken for a while has its place. */
const rowOf = (key: string): string => `lock ${key}`;
const end = `clock_timestamp() + interval '${SECONDS} seconds'`;

/** Takes it when it is free. @returns what shows whose it is; null when somebody else has it */
async function take(db: Queries, key: string): Promise<string | null> {
  const [row] = await db.query<{ ends: string }>(
    `insert into sightline_app.used_token (jti, expires_at) values ($1, ${end})
     on conflict (jti) do update set expires_at = excluded.expires_at where used_token.expires_at <= clock_timestamp()
     returning expires_at::text as ends`,
    [rowOf(key)],
  );
  return row?.ends ?? null;
}

async function renew(db: Queries, key: string, ends: string): Promise<string | null> {
  const [row] = await db.query<{ ends: string }>(
    `update sightline_app.used_token set expires_at = ${end} where jti = $1 and expires_at = $2::timestamptz
     returning expires_at::text as ends`,
    [rowOf(key), ends],
  );
  return row?.ends ?? null;
}

async function giveBack(db: Queries, key: string, ends: string): Promise<void> {
  await db.query('delete from sightline_app.used_token where jti = $1 and expires_at = $2::timestamptz', [
    rowOf(key),
    ends,
  ]);
}

/** Whether a process holds it by a lease, which is one behind a pooler. */
export async function isLeased(db: Queries, key: string): Promise<boolean> {
  const rows = await db.query(
    'select 1 from sightline_app.used_token where jti = $1 and expires_at > clock_timestamp()',
    [rowOf(key)],
  );
  return rows.length > 0;
}

/** Waits until `isFree`, asking again and again. */
export async function until(isFree: () => Promise<boolean>): Promise<void> {
  while (!(await isFree())) await wait(PAUSE_MS * (0.5 + Math.random() / 2));
}

/**
 * Runs `work` while no other process has the lease of `key`.
 * @param isFree whether nobody has it by another kind of lock
 * @param lost is told when it could not be kept, for instance because this process stood still
 */
export async function withLease<Result>(
  db: Queries,
  key: string,
  isFree: () => Promise<boolean>,
  lost: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  let ends: string | null = null;
  await until(async () => {
    ends = await take(db, key);
    if (ends === null || (await isFree())) return ends !== null;
    // Whoever has it looks for a lease in turn, and must not wait for one that waits.
    await giveBack(db, key, ends);
    return false;
  });
  let renewing: Promise<void> = Promise.resolve();
  const renewal = setInterval(() => {
    renewing = renewing.then(async () => {
      if (ends === null) return;
      const again = await renew(db, key, ends).catch(() => ends);
      if (again === null) lost();
      ends = again;
    });
  }, RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await renewing;
    // A row that cannot be deleted now ends by itself.
    if (ends !== null) await giveBack(db, key, ends).catch(() => {});
  }
}
