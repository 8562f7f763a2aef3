import type { Prisma, Tx } from '../../db/client.ts';

/** Inserts an event; the database adds the time. */
export async function insertEvent(tx: Tx, row: Prisma.AuditEventCreateManyInput): Promise<void> {
  await tx.auditEvent.createMany({ data: row });
}

/** Returns which of these events is a review's latest; null when it has none of them. */
export async function lastEvent(
  tx: Tx,
  workspaceId: string,
  reviewId: string,
  actions: string[],
): Promise<{ action: string; at: Date } | null> {
  return tx.auditEvent.findFirst({
    where: { workspaceId, reviewId, action: { in: actions } },
    orderBy: { id: 'desc' },
    select: { action: true, at: true },
  });
}

/** Deletes the events of a deleted review, except that it was deleted. */
export async function deleteReviewEvents(tx: Tx, workspaceId: string, reviewId: string): Promise<void> {
  await tx.auditEvent.deleteMany({ where: { workspaceId, reviewId, action: { not: 'review.deleted' } } });
}
