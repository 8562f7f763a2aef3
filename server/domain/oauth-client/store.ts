import type { Prisma, Tx } from '../../db/client.ts';

export type ClientRow = Prisma.OauthClientGetPayload<object>;

export async function findClientRow(tx: Tx, id: string): Promise<ClientRow | null> {
  return tx.oauthClient.findUnique({ where: { id } });
}

export async function insertClient(
  tx: Tx,
  row: { id: string; name: string; redirectUris: string[]; createdAt: Date },
): Promise<void> {
  await tx.oauthClient.create({ data: { ...row, kind: 'registered' } });
}

/** Stores what was read at a client's address, in place of the earlier copy. */
export async function upsertDocument(
  tx: Tx,
  row: { id: string; name: string; redirectUris: string[]; createdAt: Date; freshUntil: Date },
): Promise<void> {
  const { id, name, redirectUris, createdAt, freshUntil } = row;
  const read = { name, redirectUris, freshUntil };
  await tx.oauthClient.upsert({
    where: { id },
    create: { id, kind: 'document', createdAt, ...read },
    update: read,
  });
}

/** Marks the stored copy as not to be used again. */
export async function staleDocument(tx: Tx, id: string): Promise<void> {
  await tx.oauthClient.updateMany({ where: { id, kind: 'document' }, data: { freshUntil: null } });
}

/**
 * How often a client's use is noted: one client may have very many connections, which should not wait for each other at
 * its row.
 */
const TOUCH_EVERY_MS = 3_600_000;

/** Notes, to the hour, that a client got a token. Does nothing for an unknown client. */
export async function touchClient(tx: Tx, id: string, at: Date): Promise<void> {
  const before = new Date(at.getTime() - TOUCH_EVERY_MS);
  await tx.oauthClient.updateMany({
    where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: before } }] },
    data: { lastUsedAt: at },
  });
}

/**
 * Deletes clients that were never connected and were registered before `never`, and clients not used since `unused`,
 * except while one of their connections lives or somebody is about to connect. For documents, `never` counts from when
 * they were last read.
 */
export async function deleteOldClients(
  tx: Tx,
  { unused, never }: { unused: Date; never: Date },
  batch: number,
): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM oauth_client WHERE id IN (
      SELECT id FROM oauth_client o
      WHERE (last_used_at < ${unused} OR (last_used_at IS NULL AND coalesce(fresh_until, created_at) < ${never}))
        AND NOT EXISTS (SELECT 1 FROM connection c WHERE c.client_id = o.id AND c.ended_at IS NULL)
        AND NOT EXISTS (SELECT 1 FROM oauth_code WHERE oauth_code.client_id = o.id AND used_at IS NULL)
      LIMIT ${batch} FOR UPDATE SKIP LOCKED)`;
}
