import type { Ports, Tx } from '../ports.ts';
import { groupOf } from './enqueue-delivery.ts';
import { type DeliveryRow, updateDelivery } from './store.ts';

/** Makes a delivery due now and queues its next attempt, in the transaction of whoever wants it sent again. */
export async function sendAgain(ports: Ports, tx: Tx, delivery: DeliveryRow): Promise<void> {
  const { id, workspaceId, attemptCount, urlHash } = delivery;
  await updateDelivery(tx, workspaceId, id, { status: 'pending', nextAttemptAt: ports.clock(), leasedUntil: null });
  const job = { deliveryId: id, workspaceId, attempt: attemptCount + 1 };
  await ports.queue.send(tx, 'deliver', job, { group: groupOf(urlHash) });
}
