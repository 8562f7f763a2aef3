import type { Queries } from './database.ts';

/** Takes a token's id for good; false when it was used before. `expiresAt` in seconds since 1970. */
export async function useToken(db: Queries, jti: string, expiresAt: number): Promise<boolean> {
  const rows = await db.query(
    'insert into sightline_app.used_token (jti, expires_at) values ($1, to_timestamp($2)) on conflict do nothing returning jti',
    [jti, expiresAt],
  );
  return rows.length > 0;
}

/** Forgets tokens that are refused by their expiry anyway. */
export async function forgetExpiredTokens(db: Queries): Promise<void> {
  await db.query(`delete from sightline_app.used_token where expires_at < now() - interval '1 hour'`);
}
