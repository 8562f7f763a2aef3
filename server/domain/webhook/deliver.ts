import { setTimeout as wait } from 'node:timers/promises';
import { describeFault } from '../describe-fault.ts';
import { observeWork } from '../health/durations.ts';
import type { Ports } from '../ports.ts';
import { lockChain } from '../review/store.ts';
import { type Exchange, exchange } from './exchange.ts';
import { LEASE_SECONDS, MAX_BEGUN, PAUSE_AFTER_FAILURES, retryDelay } from './rules.ts';
import {
  type ClaimedDelivery,
  countFailure,
  endLease,
  holdDeliveries,
  insertAttempt,
  loseLease,
  planDelivery,
  recordDelivered,
} from './store.ts';

/**
 * How long writing an outcome is retried: a little beyond the lease, as the delivery may not have been claimed again.
 */
const WRITE_WITHIN_MS = LEASE_SECONDS * 1000 + 10_000;

/** @returns false when the delivery was deleted or this process has lost its lease */
async function recordFailure(
  ports: Ports,
  delivery: ClaimedDelivery,
  result: { status: number | null; error: string },
  durationMs: number,
): Promise<boolean> {
  const { id: deliveryId, workspaceId, chainId, urlHash } = delivery;
  const key = { workspaceId, chainId, urlHash };
  return ports.transaction(async (tx) => {
    await lockChain(tx, workspaceId, chainId);
    const number = await endLease(tx, delivery);
    if (number === null) return false;
    const { status: httpStatus, error } = result;
    await insertAttempt(tx, { deliveryId, number, workspaceId, httpStatus, error, durationMs });
    const { paused } = await countFailure(tx, key, error, PAUSE_AFTER_FAILURES);
    const seconds = paused ? null : retryDelay(number);
    const status = paused ? 'held' : seconds === null ? 'failed' : 'pending';
    await planDelivery(tx, workspaceId, deliveryId, { status, seconds });
    if (paused) await holdDeliveries(tx, key);
    return true;
  });
}

async function record(ports: Ports, delivery: ClaimedDelivery, result: Exchange, durationMs: number): Promise<boolean> {
  if (result.error !== null) return recordFailure(ports, delivery, result, durationMs);
  return recordDelivered(ports.db, delivery, { httpStatus: result.status, durationMs });
}

/**
 * Makes one attempt at a delivery that this process has claimed. Never fails: after an internal error the lease runs
 * out, and a worker tries again. `abandoned` returns whether the outcome no longer counts.
 */
export async function deliver(ports: Ports, delivery: ClaimedDelivery, abandoned: () => boolean): Promise<void> {
  const about = { review: delivery.reviewId, delivery: delivery.id, attempt: delivery.attemptCount + 1 };
  const started = performance.now();
  try {
    if (delivery.leaseCount > MAX_BEGUN) {
      ports.log.error(about, 'a delivery was lost with its workers');
      await loseLease(ports.db, delivery);
      return;
    }
    const result = await exchange(ports, delivery);
    const durationMs = Math.round(performance.now() - started);
    if (abandoned()) return;
    observeWork('delivery', result.error === null, durationMs);
    ports.log[result.error === null ? 'info' : 'warn']({ ...about, status: result.status }, 'webhook');
    for (let pause = 100; ; pause = Math.min(2 * pause, 2_000)) {
      try {
        if (!(await record(ports, delivery, result, durationMs))) ports.log.warn(about, 'the outcome came too late');
        return;
      } catch (error) {
        if (abandoned() || performance.now() - started > WRITE_WITHIN_MS) throw error;
        ports.log.warn({ ...about, error: describeFault(error) }, 'the outcome of a delivery could not be written yet');
        await wait(pause);
      }
    }
  } catch (error) {
    if (abandoned()) return;
    ports.log.error({ ...about, error: describeFault(error) }, 'a delivery came to no end');
  }
}
