import type { Ports, Tx } from '../ports.ts';
import { groupOf } from './enqueue-delivery.ts';
import { type DeliveryRow, leaseLeft, makeDue } from './store.ts';

/** Makes a delivery due now and queues its next attempt, in the transaction of whoever wants it sent again. */
export async function sendAgain(ports: Ports, tx: Tx, delivery: DeliveryRow): Promise<void> {
  const { id, workspaceId, attemptCount, urlHash } = delivery;
  await makeDue(tx, workspaceId, id);
  const job = { deliveryId: id, workspaceId, attempt: attemptCount + 1 };
  // An attempt may be under way: its lease stands, and this one comes after it.
  const wait = await leaseLeft(tx, workspaceId, id);
  await ports.queue.send(tx, 'deliver', job, { afterSeconds: wait, group: groupOf(urlHash) });
}
