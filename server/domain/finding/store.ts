import type { Prisma, Tx } from '../../db/client.ts';

export type FindingRow = Prisma.FindingGetPayload<object>;

export async function listFindings(tx: Tx, workspaceId: string, reviewId: string): Promise<FindingRow[]> {
  return tx.finding.findMany({ where: { workspaceId, reviewId }, orderBy: { number: 'asc' } });
}

/** Reserves `count` numbers of a review's findings and gives the first. */
export async function reserveNumbers(tx: Tx, workspaceId: string, reviewId: string, count: number): Promise<number> {
  const row = await tx.review.update({
    where: { id: reviewId, workspaceId },
    data: { lastFinding: { increment: count } },
    select: { lastFinding: true },
  });
  return row.lastFinding - count + 1;
}

export async function insertFindings(tx: Tx, rows: Prisma.FindingCreateManyInput[]): Promise<void> {
  await tx.finding.createMany({ data: rows });
}
