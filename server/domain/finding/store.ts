import type { Prisma, Tx } from '../../db/client.ts';
import { canBeNumber } from '../ids.ts';
import { isFoundAgain } from './rules.ts';

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

export async function findFinding(
  tx: Tx,
  workspaceId: string,
  reviewId: string,
  number: number,
): Promise<FindingRow | null> {
  return canBeNumber(number) ? tx.finding.findFirst({ where: { workspaceId, reviewId, number } }) : null;
}

export async function updateFinding(
  tx: Tx,
  review: { id: string; workspaceId: string },
  number: number,
  data: { status: 'shown' | 'hidden' | 'accepted'; markNumber: number | null },
): Promise<void> {
  await tx.finding.updateMany({ where: { workspaceId: review.workspaceId, reviewId: review.id, number }, data });
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

/**
 * Puts what the checklist found on one shot in the place of what it found there before. What the reviewer has hidden or
 * made a mark of stays as it is, and does not come again.
 */
export async function replaceFindings(
  tx: Tx,
  at: { workspaceId: string; reviewId: string; position: number },
  found: readonly FoundRow[],
): Promise<void> {
  const { workspaceId, reviewId, position } = at;
  const ofChecklist = { ...at, source: 'second_opinion' };
  await tx.finding.deleteMany({ where: { ...ofChecklist, status: 'shown' } });
  const settled = await tx.finding.findMany({ where: ofChecklist });
  const fresh = found.filter((each) => !settled.some((other) => isFoundAgain(each, other)));
  if (fresh.length === 0) return;
  const first = await reserveNumbers(tx, workspaceId, reviewId, fresh.length);
  await insertFindings(
    tx,
    fresh.map(({ rule, severity, body, area }, index) => ({
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
