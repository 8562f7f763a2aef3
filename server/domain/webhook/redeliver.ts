import type { Output } from '../../contract/client.ts';
import { recordByToken } from '../audit/record.ts';
import { wrongState } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { lockReview } from '../review/lock-review.ts';
import { toDelivery } from './list-deliveries.ts';
import { findState, listDeliveryRows, makeDue } from './store.ts';

/** Sends the newest decision's webhook once more: same body, same delivery id, one attempt more in its log. */
export async function redeliver(ports: Ports, actor: ClientActor, input: { id: string }): Promise<Output<'redeliver'>> {
  return ports.transaction(async (tx) => {
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
}
