import { createHash } from 'node:crypto';
import { type Database, runTogether } from '../../../../server/db/client.ts';
import type { ClaimLimits } from '../../../../server/domain/webhook/claim-statement.ts';

export const limits = (more: Partial<ClaimLimits> = {}): ClaimLimits => ({
  most: 32,
  onlySound: false,
  from: new Uint8Array(4),
  ...more,
});

/** Pads a name to an id of 26 characters. */
export const idOf = (name: string): string => name.padStart(26, '0');
export const hashOf = (address: string): Buffer => createHash('sha256').update(address).digest();

/**
 * Adds `count` pending deliveries of one address, due in the order of their names starting at `dueAt` (SQL). Each has a
 * chain of its own unless `chain` is given.
 */
export async function addDeliveries(
  db: Database,
  {
    name,
    address = name,
    chain,
    count,
    dueAt,
  }: { name: string; address?: string; chain?: string; count: number; dueAt: string },
): Promise<void> {
  const id = `lpad('${name}' || i, 26, '0')`;
  const chainId = chain === undefined ? id : `'${idOf(chain)}'`;
  const hash = `'\\x${hashOf(address).toString('hex')}'::bytea`;
  const none = `'\\x00'::bytea`;
  await runTogether(db, [
    `INSERT INTO workspace (id) VALUES ('${idOf('W')}') ON CONFLICT DO NOTHING`,
    `INSERT INTO chain (id, workspace_id, created_at)
     SELECT DISTINCT ${chainId}, '${idOf('W')}', now() FROM generate_series(1, ${count}) i ON CONFLICT DO NOTHING`,
    `INSERT INTO review (id, workspace_id, chain_id, pass, status, title, type, source, review_token, review_token_hash,
                         guest_token, guest_token_hash, credits_spent, credits_month, created_at, expires_at)
     SELECT ${id}, '${idOf('W')}', ${chainId}, i, 'approved', 'x', 'ui', 'images', ${none}, sha256(${id}::bytea),
            ${none}, sha256(${id}::bytea), 1, '2026-01', now(), now() + interval '1 day'
     FROM generate_series(1, ${count}) i`,
    `INSERT INTO delivery (id, workspace_id, review_id, chain_id, decision_number, url, url_hash, body, status, next_attempt_at)
     SELECT ${id}, '${idOf('W')}', ${id}, ${chainId}, 1, ${none}, ${hash}, ${none}, 'pending',
            ${dueAt} + i * interval '1 ms'
     FROM generate_series(1, ${count}) i`,
  ]);
}
