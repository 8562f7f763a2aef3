import { bytes, type Prisma, type Tx } from '../../db/client.ts';

export type PrintoutRow = Prisma.PrintoutGetPayload<object>;

export async function insertPrintout(tx: Tx, row: Prisma.PrintoutUncheckedCreateInput): Promise<PrintoutRow> {
  return tx.printout.create({ data: row });
}

export async function findPrintout(tx: Tx, workspaceId: string, id: string): Promise<PrintoutRow | null> {
  return tx.printout.findFirst({ where: { id, workspaceId } });
}

/** Finds the newest printout of a review that is wanted or made, and has not expired. */
export async function findNewest(
  tx: Tx,
  { workspaceId, reviewId }: Pick<PrintoutRow, 'workspaceId' | 'reviewId'>,
  now: Date,
): Promise<PrintoutRow | null> {
  const where = { workspaceId, reviewId, status: { not: 'failed' as const }, expiresAt: { gt: now } };
  return tx.printout.findFirst({ where, orderBy: { id: 'desc' } });
}

export async function findPrintoutFile(tx: Tx, capability: string, now: Date): Promise<PrintoutRow | null> {
  return tx.printout.findFirst({ where: { capability, status: 'made', expiresAt: { gt: now } } });
}

/** Counts the printouts of a workspace that are not made yet. */
export async function countWaiting(tx: Tx, workspaceId: string, now: Date): Promise<number> {
  return tx.printout.count({ where: { workspaceId, status: 'waiting', expiresAt: { gt: now } } });
}

type Changes = Partial<Pick<PrintoutRow, 'status' | 'done' | 'total' | 'problem' | 'storageKey'>>;

/** Changes a printout that is not finished; false when it is, or does not exist. */
export async function updateWaiting(
  tx: Tx,
  { id, workspaceId }: Pick<PrintoutRow, 'id' | 'workspaceId'>,
  { contentHash, ...changes }: Changes & { contentHash?: Uint8Array },
): Promise<boolean> {
  const data = { ...changes, ...(contentHash === undefined ? {} : { contentHash: bytes(contentHash) }) };
  const changed = await tx.printout.updateMany({ where: { id, workspaceId, status: 'waiting' }, data });
  return changed.count === 1;
}
