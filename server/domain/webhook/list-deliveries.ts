import type { Output } from '../../contract/client.ts';
import { Delivery } from '../../contract/webhook.ts';
import { notFound } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { findReview } from '../review/store.ts';
import { listDeliveryRows } from './store.ts';

export async function listDeliveries(
  ports: Ports,
  actor: ClientActor,
  input: { id: string },
): Promise<Output<'list_deliveries'>> {
  const review = await findReview(ports.db, actor.workspaceId, input.id);
  if (review === null) throw notFound();
  const { deliveries, attempts } = await listDeliveryRows(ports.db, actor.workspaceId, input.id);
  return {
    deliveries: deliveries.map((row) => ({
      id: row.id,
      decision: row.decisionNumber,
      status: Delivery.shape.status.parse(row.status),
      next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
      created_at: row.createdAt.toISOString(),
      attempts: attempts
        .filter((attempt) => attempt.deliveryId === row.id)
        .map((attempt) => ({
          at: attempt.at.toISOString(),
          status: attempt.httpStatus,
          error: attempt.error,
          duration_ms: attempt.durationMs,
        })),
    })),
  };
}
