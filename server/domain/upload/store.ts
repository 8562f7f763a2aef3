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
