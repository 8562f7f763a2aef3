import { runPrepared, type Tx } from '../../db/client.ts';
import type { Whose } from '../shot/store.ts';

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

/** Deletes up to `size` uploads or printouts that expired before `before`. @returns their files, and how many there were */
export async function forgetExpired(
  tx: Tx,
  table: 'upload' | 'printout',
  before: Date,
  size: number,
): Promise<{ count: number; files: string[] }> {
  const text = `
    DELETE FROM ${table} WHERE id IN (
      SELECT id FROM ${table} WHERE expires_at <= $1 ORDER BY expires_at LIMIT ${size} FOR UPDATE SKIP LOCKED)
    RETURNING storage_key AS key`;
  const name = `forget_expired_${table}_${size}`;
  const rows = await runPrepared<{ key: string | null }>(tx, { name, text }, [before]);
  return { count: rows.length, files: rows.flatMap(({ key }) => (key === null ? [] : [key])) };
}

/** Rows beside screenshots that name a file: their table, whose they are, and its key. */
const naming = {
  review: { table: 'shot_request', owner: 'review_id', key: 'file_key' },
  printout: { table: 'printout', owner: 'id', key: 'storage_key' },
  chain: { table: 'mark_image', owner: 'chain_id', key: 'key' },
  upload: { table: 'upload', owner: 'id', key: 'storage_key' },
};

/** Returns the files that these rows name. */
export async function listKeys(tx: Tx, kind: keyof typeof naming, { workspaceIds, ids }: Whose): Promise<string[]> {
  if (ids.length === 0) return [];
  const { table, owner, key } = naming[kind];
  const text = `
    SELECT ${key} AS key FROM ${table}
    WHERE workspace_id = ANY($1) AND ${owner} = ANY($2) AND ${key} IS NOT NULL`;
  const rows = await runPrepared<{ key: string }>(tx, { name: `list_keys_${kind}`, text }, [workspaceIds, ids]);
  return rows.map((row) => row.key);
}
