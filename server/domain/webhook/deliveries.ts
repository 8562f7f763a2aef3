import type { Delivery } from '../../contract/webhook.ts';
import { recordByToken } from '../audit/record.ts';
import { notFound, wrongState } from '../failure.ts';
import type { Handler } from '../ports.ts';
import { lockReview } from '../review/passes.ts';
import { findReview } from '../review/store.ts';
import { toReview } from '../review/view.ts';
import {
  type AttemptRow,
  cancelDelivery,
  type DeliveryRow,
  findState,
  listDeliveryRows,
  listHeld,
  makeDue,
  resumeState,
} from './store.ts';

/**
 * Returns one delivery in the wire format. `attempts` may include those of other deliveries, and those that ended after
 * its row was read.
 */
export function toDelivery(row: DeliveryRow, attempts: readonly AttemptRow[]): Delivery {
  return {
    id: row.id,
    decision: row.decisionNumber,
    status: row.status,
    next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    attempts: attempts
      .filter((attempt) => attempt.deliveryId === row.id && attempt.number <= row.attemptCount)
      .map((attempt) => ({
        at: attempt.at.toISOString(),
        status: attempt.httpStatus,
        error: attempt.error,
        duration_ms: attempt.durationMs,
      })),
  };
}

export const listDeliveries: Handler<'list_deliveries'> = async (ports, actor, input) => {
  const review = await findReview(ports.db, actor.workspaceId, input.id);
  if (review === null) throw notFound();
  const { deliveries, attempts } = await listDeliveryRows(ports.db, actor.workspaceId, input.id);
  return { deliveries: deliveries.map((row) => toDelivery(row, attempts)) };
};

/** Sends the newest decision's webhook once more: same body, same delivery id, one attempt more in its log. */
export const redeliver: Handler<'redeliver'> = (ports, actor, input) =>
  ports.transaction(async (tx) => {
    const row = await lockReview(tx, actor.workspaceId, input.id);
    const before = await listDeliveryRows(tx, row.workspaceId, row.id);
    const [newest] = before.deliveries;
    if (newest === undefined) {
      throw wrongState('There is nothing to deliver again: no decision was sent, or the review has no webhook.');
    }
    if (newest.status === 'pending') throw wrongState('This delivery is under way; its next attempt is planned.');
    const { workspaceId, chainId, urlHash } = newest;
    if ((await findState(tx, { workspaceId, chainId, urlHash }))?.paused === true) {
      throw wrongState('This webhook is paused after five failures. Resume it: that sends the newest decision.');
    }
    await makeDue(tx, row.workspaceId, newest.id);
    await recordByToken(tx, actor, row.id, 'webhook.redelivered', { decision: newest.decisionNumber });
    const after = await listDeliveryRows(tx, row.workspaceId, row.id);
    const [delivery = newest] = after.deliveries;
    return { delivery: toDelivery(delivery, after.attempts) };
  });

/**
 * Ends the pause of this pass's webhook for its whole chain and sends the newest decision that was held; older ones are
 * dropped.
 */
export const resumeWebhook: Handler<'resume_webhook'> = (ports, actor, input) =>
  ports.transaction(async (tx) => {
    const row = await lockReview(tx, actor.workspaceId, input.id);
    if (row.webhookUrlHash === null) throw wrongState('This review has no webhook.');
    const key = { workspaceId: row.workspaceId, chainId: row.chainId, urlHash: row.webhookUrlHash };
    const state = await findState(tx, key);
    if (state?.paused !== true)
      throw wrongState('This webhook is not paused. To send a decision once more, redeliver it.');
    await resumeState(tx, key);
    const [newest, ...older] = await listHeld(tx, key);
    for (const delivery of older) await cancelDelivery(tx, row.workspaceId, delivery.id);
    if (newest !== undefined) await makeDue(tx, row.workspaceId, newest.id);
    const sent = { sent_decision: newest?.decisionNumber ?? null, lapsed: older.length };
    await recordByToken(tx, actor, row.id, 'webhook.resumed', sent);
    return toReview(ports, tx, row);
  });
