import { bytes, type Prisma, type Tx } from '../../db/client.ts';
import type { UploadKind } from './rules.ts';

export type UploadRow = Prisma.UploadGetPayload<object>;

export async function insertUploads(tx: Tx, rows: Prisma.UploadUncheckedCreateInput[]): Promise<void> {
  await tx.upload.createMany({ data: rows });
}

/** Counts a workspace's addresses that have not expired. */
export async function countLiving(tx: Tx, workspaceId: string, now: Date): Promise<number> {
  return tx.upload.count({ where: { workspaceId, expiresAt: { gt: now } } });
}

/** Sums the bytes of a workspace's files that have not expired. */
export async function sumLiving(tx: Tx, workspaceId: string, now: Date): Promise<number> {
  const where = { workspaceId, expiresAt: { gt: now } };
  return (await tx.upload.aggregate({ where, _sum: { size: true } }))._sum.size ?? 0;
}

export async function findUploadBySecret(tx: Tx, hash: Buffer): Promise<UploadRow | null> {
  return tx.upload.findUnique({ where: { secretHash: bytes(hash) } });
}

export async function findUpload(tx: Tx, workspaceId: string, id: string): Promise<UploadRow | null> {
  return tx.upload.findFirst({ where: { id, workspaceId } });
}

/** Stores the file of an address, once; false when it has one already or no longer exists. */
export async function keepFile(
  tx: Tx,
  { id, workspaceId }: Pick<UploadRow, 'id' | 'workspaceId'>,
  file: { storageKey: string; kind: UploadKind; size: number },
): Promise<boolean> {
  const changed = await tx.upload.updateMany({ where: { id, workspaceId, storageKey: null }, data: file });
  return changed.count === 1;
}

/** Deletes some uploads of any workspace that expired before `before`. @returns their files, and how many there were */
export async function forgetExpired(tx: Tx, before: Date, size: number): Promise<{ count: number; files: string[] }> {
  const rows = await tx.$queryRaw<{ storage_key: string | null }[]>`
    DELETE FROM upload WHERE id IN (
      SELECT id FROM upload WHERE expires_at <= ${before} ORDER BY expires_at LIMIT ${size} FOR UPDATE SKIP LOCKED)
    RETURNING storage_key`;
  return { count: rows.length, files: rows.flatMap(({ storage_key: key }) => (key === null ? [] : [key])) };
}

export async function listUploadKeys(
  tx: Tx,
  { workspaceIds, ids }: { workspaceIds: string[]; ids: string[] },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.upload.findMany({
    where: { workspaceId: { in: workspaceIds }, id: { in: ids }, storageKey: { not: null } },
    select: { storageKey: true },
  });
  return rows.flatMap(({ storageKey }) => (storageKey === null ? [] : [storageKey]));
}
