import type { Review } from '../../contract/review.ts';
import { recordByToken } from '../audit/record.ts';
import { wrongState } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { lockReview } from '../review/lock-review.ts';
import { toReview } from '../review/view.ts';
import { cancelDelivery, findState, listHeld, makeDue, resumeState } from './store.ts';

/**
 * Ends the pause of this pass's webhook for its whole chain and sends the newest decision that was held; older ones are
 * dropped.
 */
export async function resumeWebhook(ports: Ports, actor: ClientActor, input: { id: string }): Promise<Review> {
  return ports.transaction(async (tx) => {
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
}
