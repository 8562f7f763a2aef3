import type { Prisma, Tx } from '../../db/client.ts';

/** Inserts an event; the database adds the time. */
export async function insertEvent(tx: Tx, row: Prisma.AuditEventCreateManyInput): Promise<void> {
  await tx.auditEvent.createMany({ data: row });
}

/** Returns which of these events is a review's latest; null when it has none of them. */
export async function lastAction(
  tx: Tx,
  workspaceId: string,
  reviewId: string,
  actions: string[],
): Promise<string | null> {
  const row = await tx.auditEvent.findFirst({
    where: { workspaceId, reviewId, action: { in: actions } },
    orderBy: { id: 'desc' },
    select: { action: true },
  });
  return row?.action ?? null;
}

/** Deletes the events of a deleted review, except that it was deleted. */
export async function deleteReviewEvents(tx: Tx, workspaceId: string, reviewId: string): Promise<void> {
  await tx.auditEvent.deleteMany({ where: { workspaceId, reviewId, action: { not: 'review.deleted' } } });
}
