import type { Ports, Tx } from '../ports.ts';
import { groupOf } from './enqueue-delivery.ts';
import { type DeliveryRow, updateDelivery } from './store.ts';

/** Makes a delivery due now and queues its next attempt, in the transaction of whoever wants it sent again. */
export async function sendAgain(ports: Ports, tx: Tx, delivery: DeliveryRow): Promise<void> {
  const { id, workspaceId, attemptCount, urlHash, leasedUntil } = delivery;
  const now = ports.clock();
  await updateDelivery(tx, workspaceId, id, { status: 'pending', nextAttemptAt: now });
  const job = { deliveryId: id, workspaceId, attempt: attemptCount + 1 };
  // An attempt may be under way: its lease stands, and this one comes after it.
  const wait = leasedUntil === null ? 0 : Math.max(0, Math.ceil((leasedUntil.getTime() - now.getTime()) / 1000));
  await ports.queue.send(tx, 'deliver', job, { afterSeconds: wait, group: groupOf(urlHash) });
}
