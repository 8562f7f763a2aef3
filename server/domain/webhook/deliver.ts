import { webhookHeaders } from '../../contract/webhook.ts';
import type { JobData, Ports } from '../ports.ts';
import { findReview, lockChain } from '../review/store.ts';
import { reviewToken } from '../review/view.ts';
import { deliveryPlace, groupOf } from './enqueue-delivery.ts';
import { EXCHANGE_TIMEOUT_MS, isSuccess, MAX_ANSWER_BYTES, PAUSE_AFTER_FAILURES, retryDelay, sign } from './rules.ts';
import {
  countFailure,
  countSuccess,
  type DeliveryRow,
  findDelivery,
  holdDeliveries,
  insertAttempt,
  leaseDelivery,
  leaseLeft,
  planDelivery,
  updateDelivery,
} from './store.ts';

/** How long one attempt keeps others away: the exchange's limit and room to write its outcome. */
const LEASE_SECONDS = EXCHANGE_TIMEOUT_MS / 1000 + 5;

interface Exchange {
  status: number | null;
  error: string | null;
}

/** The address is never shown, and its host may be a secret too. */
const withoutHost = (message: string, { host, hostname }: URL): string =>
  message.replaceAll(host, 'The receiver').replaceAll(hostname, 'The receiver');

async function exchange(ports: Ports, delivery: DeliveryRow, secret: string): Promise<Exchange> {
  const body = ports.secrets.open(delivery.body, deliveryPlace(delivery.id, 'body'));
  const url = ports.secrets.open(delivery.url, deliveryPlace(delivery.id, 'url')).toString();
  try {
    const answer = await ports.outbound.request({
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
    const error = isSuccess(answer.status) ? null : `The receiver answered ${answer.status}.`;
    return { status: answer.status, error };
  } catch (error) {
    if (!ports.outbound.isFailure(error)) throw error;
    return { status: null, error: withoutHost(error.message, new URL(url)) };
  }
}

/**
 * Another worker has it: should that one be dead, its lease ends and somebody must look again. Or its address has as many
 * attempts under way as may fail before the pause: it waits for one of them.
 */
async function comeBack(ports: Ports, job: JobData['deliver']): Promise<void> {
  const row = await findDelivery(ports.db, job.workspaceId, job.deliveryId);
  if (row === null || row.status !== 'pending' || row.attemptCount !== job.attempt - 1) return;
  const seconds = 1 + (await leaseLeft(ports.db, job.workspaceId, job.deliveryId));
  await ports.transaction((tx) =>
    ports.queue.send(tx, 'deliver', job, { afterSeconds: seconds, group: groupOf(row.urlHash) }),
  );
}

/** One attempt at one delivery. The row says what is due; a job that comes twice finds nothing to do. */
export async function deliver(ports: Ports, job: JobData['deliver']): Promise<void> {
  const { workspaceId, deliveryId } = job;
  const delivery = await ports.transaction((tx) => leaseDelivery(tx, job, LEASE_SECONDS, PAUSE_AFTER_FAILURES));
  if (delivery === null) {
    await comeBack(ports, job);
    return;
  }
  const review = await findReview(ports.db, workspaceId, delivery.reviewId);
  if (review === null) return;

  const started = performance.now();
  const result = await exchange(ports, delivery, reviewToken(ports, review));
  const durationMs = Math.round(performance.now() - started);
  const attempts = job.attempt;
  const key = { workspaceId, chainId: delivery.chainId, urlHash: delivery.urlHash };
  await ports.transaction(async (tx) => {
    await lockChain(tx, workspaceId, delivery.chainId);
    // Deleted while it was under way: nothing of it is to be written again.
    if ((await findDelivery(tx, workspaceId, deliveryId)) === null) return;
    await insertAttempt(tx, {
      deliveryId,
      number: attempts,
      workspaceId,
      httpStatus: result.status,
      error: result.error,
      durationMs,
    });
    // The address's row before the delivery's: pausing goes on from the one to all of the others.
    const made = { attemptCount: attempts, leasedUntil: null };
    if (result.error === null) {
      await countSuccess(tx, key);
      await updateDelivery(tx, workspaceId, deliveryId, { ...made, status: 'delivered', nextAttemptAt: null });
      return;
    }
    const { paused } = await countFailure(tx, key, result.error, PAUSE_AFTER_FAILURES);
    await updateDelivery(tx, workspaceId, deliveryId, made);
    const delay = retryDelay(attempts);
    const again = delay !== null && !paused;
    const wanted = await planDelivery(tx, workspaceId, deliveryId, {
      status: paused ? 'held' : delay === null ? 'failed' : 'pending',
      seconds: again ? delay : null,
    });
    if (paused) await holdDeliveries(tx, key);
    if (again && wanted) {
      const next = { ...job, attempt: attempts + 1 };
      await ports.queue.send(tx, 'deliver', next, { afterSeconds: delay, group: groupOf(delivery.urlHash) });
    }
  });
  const level = result.error === null ? 'info' : 'warn';
  ports.log[level](
    { review: delivery.reviewId, delivery: deliveryId, attempt: attempts, status: result.status },
    'webhook',
  );
}

/** Ends a delivery whose workers died, every one: it counts as failed, so that it can be sent again by hand. */
export async function loseDelivery(ports: Ports, job: JobData['deliver']): Promise<void> {
  const row = await findDelivery(ports.db, job.workspaceId, job.deliveryId);
  if (row === null || row.status !== 'pending' || row.attemptCount !== job.attempt - 1) return;
  ports.log.error({ review: row.reviewId, delivery: row.id }, 'a delivery was lost with its workers');
  await updateDelivery(ports.db, job.workspaceId, job.deliveryId, {
    status: 'failed',
    nextAttemptAt: null,
    leasedUntil: null,
  });
}
