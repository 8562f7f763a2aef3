import { webhookHeaders } from '../../contract/webhook.ts';
import type { Ports } from '../ports.ts';
import { reviewToken } from '../review/view.ts';
import { deliveryPlace } from './enqueue-delivery.ts';
import { EXCHANGE_TIMEOUT_MS, isSuccess, MAX_ANSWER_BYTES, sign } from './rules.ts';
import type { ClaimedDelivery } from './store.ts';

/** How one exchange ended; it failed when there is an error, which is fit for a person and names no address. */
export type Exchange = { error: null; status: number } | { error: string; status: number | null };

/** The address is never shown, and its host may be a secret too. */
const withoutHost = (message: string, { host, hostname }: URL): string =>
  message.replaceAll(host, 'The receiver').replaceAll(hostname, 'The receiver');

/** Sends the frozen body once. Fails only when there is nothing that could be sent. */
export async function exchange(ports: Ports, delivery: ClaimedDelivery): Promise<Exchange> {
  const body = ports.secrets.decrypt(delivery.body, deliveryPlace(delivery.id, 'body'));
  const url = ports.secrets.decrypt(delivery.url, deliveryPlace(delivery.id, 'url')).toString();
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
