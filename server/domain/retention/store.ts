import { runPrepared, type Tx } from '../../db/client.ts';

/** Rows that expire: their table, its key, and which rows. */
const expiring = {
  codes: { table: 'oauth_code', key: 'hash', where: '' },
  accessTokens: { table: 'access_token', key: 'hash', where: `AND kind = 'access'` },
  tryTokens: { table: 'access_token', key: 'hash', where: `AND kind = 'try'` },
  refreshTokens: { table: 'refresh_token', key: 'hash', where: '' },
  assertions: { table: 'used_assertion', key: 'hash', where: '' },
  signIns: { table: 'connect_sign_in', key: 'id', where: '' },
};
export type Expiring = keyof typeof expiring;

/** Deletes up to `batch` rows that expired before `before`, and skips rows that other transactions have locked. */
export async function deleteExpired(tx: Tx, what: Expiring, before: Date, batch: number): Promise<number> {
  const { table, key, where } = expiring[what];
  const text = `
    WITH deleted AS (
      DELETE FROM ${table} WHERE ${key} IN (
        SELECT ${key} FROM ${table} WHERE expires_at < $1 ${where} LIMIT ${batch} FOR UPDATE SKIP LOCKED)
      RETURNING 1)
    SELECT count(*)::int AS count FROM deleted`;
  const [row] = await runPrepared<{ count: number }>(tx, { name: `delete_expired_${what}_${batch}`, text }, [before]);
  return row?.count ?? 0;
}
