import { webhookHeaders } from '../../contract/webhook.ts';
import type { Ports } from '../ports.ts';
import { reviewToken } from '../review/view.ts';
import { deliveryAssociatedData } from './enqueue-delivery.ts';
import { EXCHANGE_TIMEOUT_MS, isSuccess, MAX_ANSWER_BYTES, sign } from './rules.ts';
import type { ClaimedDelivery } from './store.ts';

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
