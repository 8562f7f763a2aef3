import type { Prisma, Tx } from '../../db/client.ts';

export type FindingRow = Prisma.FindingGetPayload<object>;

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

export async function deleteFindings(tx: Tx, workspaceId: string, reviewId: string): Promise<void> {
  await tx.finding.deleteMany({ where: { workspaceId, reviewId } });
}

export interface FoundRow {
  rule: string;
  severity: string;
  body: string;
  area: Prisma.InputJsonValue | null;
}

/** Puts what the checklist found on one shot in the place of what it found there before. */
export async function replaceFindings(
  tx: Tx,
  at: { workspaceId: string; reviewId: string; position: number },
  found: readonly FoundRow[],
): Promise<void> {
  const { workspaceId, reviewId, position } = at;
  await tx.finding.deleteMany({ where: { ...at, source: 'second_opinion' } });
  if (found.length === 0) return;
  const first = await reserveNumbers(tx, workspaceId, reviewId, found.length);
  await insertFindings(
    tx,
    found.map(({ rule, severity, body, area }, index) => ({
      workspaceId,
      reviewId,
      number: first + index,
      position,
      rule,
      severity,
      body,
      ...(area === null ? {} : { area }),
      source: 'second_opinion',
    })),
  );
}
