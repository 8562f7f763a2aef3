import type { DecidedEvent } from '../../contract/webhook.ts';
import { newId } from '../ids.ts';
import type { Ports, Tx } from '../ports.ts';
import type { ReviewRow } from '../review/store.ts';
import { reviewAssociatedData, toReview } from '../review/view.ts';
import { insertDelivery } from './store.ts';

export const deliveryAssociatedData = (id: string, which: 'url' | 'body'): string => `delivery.${which}:${id}`;

/**
 * Stores the body of a decision in a delivery, in the decision's own transaction. Nothing else is needed: the commit of
 * the row wakes the workers.
 */
export async function enqueueDelivery(
  ports: Ports,
  tx: Tx,
  row: ReviewRow,
  decision: number,
  now: Date,
): Promise<void> {
  if (row.webhookUrl === null || row.webhookUrlHash === null) return;
  const id = newId(now);
  const { workspaceId, chainId, webhookUrlHash: urlHash } = row;
  const review = await toReview(ports, tx, row);
  const event: DecidedEvent = { event: 'review.decided', decided_at: now.toISOString(), review };
  const url = ports.secrets.decrypt(row.webhookUrl, reviewAssociatedData(row.id, 'webhook'));
  const encrypt = (plain: string | Buffer, which: 'url' | 'body') =>
    new Uint8Array(ports.secrets.encrypt(plain, deliveryAssociatedData(id, which)));
  await insertDelivery(tx, {
    id,
    workspaceId,
    reviewId: row.id,
    chainId,
    decisionNumber: decision,
    url: encrypt(url, 'url'),
    urlHash,
    body: encrypt(JSON.stringify(event), 'body'),
    status: review.webhook?.paused === true ? 'held' : 'pending',
  });
}
