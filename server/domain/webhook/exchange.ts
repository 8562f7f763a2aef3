import { type DecidedEvent, webhookHeaders } from '../../contract/webhook.ts';
import { newId } from '../ids.ts';
import type { Ports, Tx } from '../ports.ts';
import type { ReviewRow } from '../review/store.ts';
import { reviewAssociatedData, reviewToken, toReview } from '../review/view.ts';
import { EXCHANGE_TIMEOUT_MS, isSuccess, MAX_ANSWER_BYTES, sign } from './rules.ts';
import { type ClaimedDelivery, insertDelivery } from './store.ts';

const deliveryAssociatedData = (id: string, which: 'url' | 'body'): string => `delivery.${which}:${id}`;

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

/** How one exchange ended. It failed when there is an error, which can be shown to people and names no address. */
export type Exchange = { error: null; status: number } | { error: string; status: number | null };

/** Removes the host, which may be a secret, from a message. The address itself is never shown. */
const withoutHost = (message: string, { host, hostname }: URL): string =>
  message.replaceAll(host, 'The receiver').replaceAll(hostname, 'The receiver');

/** Sends the stored body once. Throws only when there is nothing that could be sent. */
export async function exchange(ports: Ports, delivery: ClaimedDelivery): Promise<Exchange> {
  const body = ports.secrets.decrypt(delivery.body, deliveryAssociatedData(delivery.id, 'body'));
  const url = ports.secrets.decrypt(delivery.url, deliveryAssociatedData(delivery.id, 'url')).toString();
  const secret = reviewToken(ports, { id: delivery.reviewId, reviewToken: new Uint8Array(delivery.reviewToken) });
  try {
    const { status } = await ports.outbound.request({
      url,
      use: 'webhook',
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': `Sightline/${ports.settings.version}`,
        [webhookHeaders.event]: 'review.decided',
        [webhookHeaders.review]: delivery.reviewId,
        [webhookHeaders.signature]: sign(body, secret),
        [webhookHeaders.delivery]: delivery.id,
      },
      body,
      timeoutMs: EXCHANGE_TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
    return isSuccess(status) ? { status, error: null } : { status, error: `The receiver answered ${status}.` };
  } catch (error) {
    if (!ports.outbound.isFailure(error)) throw error;
    return { status: null, error: withoutHost(error.message, new URL(url)) };
  }
}
