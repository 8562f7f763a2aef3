import type { Output } from '../../contract/client.ts';
import type { Delivery } from '../../contract/webhook.ts';
import { notFound } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { findReview } from '../review/store.ts';
import { type AttemptRow, type DeliveryRow, listDeliveryRows } from './store.ts';

/**
 * Returns one delivery in the wire format. `attempts` may include those of other deliveries, and those that ended after
 * its row was read.
 */
export function toDelivery(row: DeliveryRow, attempts: readonly AttemptRow[]): Delivery {
  return {
    id: row.id,
    decision: row.decisionNumber,
    status: row.status,
    next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    attempts: attempts
      .filter((attempt) => attempt.deliveryId === row.id && attempt.number <= row.attemptCount)
      .map((attempt) => ({
        at: attempt.at.toISOString(),
        status: attempt.httpStatus,
        error: attempt.error,
        duration_ms: attempt.durationMs,
      })),
  };
}

export async function listDeliveries(
  ports: Ports,
  actor: ClientActor,
  input: { id: string },
): Promise<Output<'list_deliveries'>> {
  const review = await findReview(ports.db, actor.workspaceId, input.id);
  if (review === null) throw notFound();
  const { deliveries, attempts } = await listDeliveryRows(ports.db, actor.workspaceId, input.id);
  return { deliveries: deliveries.map((row) => toDelivery(row, attempts)) };
}
