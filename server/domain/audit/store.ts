import type { Prisma, Tx } from '../../db/client.ts';

/** The database adds the time. */
export async function insertEvent(tx: Tx, row: Prisma.AuditEventCreateManyInput): Promise<void> {
  await tx.auditEvent.createMany({ data: row });
}

/** Which of these came last to a review; null when none did. */
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

/** Clears what is known of a deleted review; that it was deleted stays. */
export async function deleteReviewEvents(tx: Tx, workspaceId: string, reviewId: string): Promise<void> {
  await tx.auditEvent.deleteMany({ where: { workspaceId, reviewId, action: { not: 'review.deleted' } } });
}
