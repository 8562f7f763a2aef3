import { recordByToken } from '../audit/record.ts';
import { wrongState } from '../failure.ts';
import type { Handler, Ports, Tx } from '../ports.ts';
import { returnSuggestions } from '../suggestion/carry-suggestions.ts';
import { joinAround } from './open-review.ts';
import { lockReview, passesBefore } from './passes.ts';
import { effectiveStatus } from './rules.ts';
import { type ReviewRow, setStatus } from './store.ts';
import { toReview } from './view.ts';

/**
 * Cancels an undecided review: returns pending suggestions to its parent, and takes it out of its chain. The caller
 * holds the chain's lock.
 */
export async function cancel(ports: Ports, tx: Tx, row: ReviewRow): Promise<void> {
  await setStatus(tx, row, 'cancelled');
  await returnSuggestions(ports, tx, await passesBefore(tx, row), row, false);
  if (row.parentId !== null) await joinAround(ports, tx, row);
}

export const cancelReview: Handler<'cancel_review'> = (ports, actor, input) =>
  ports.transaction(async (tx) => {
    const row = await lockReview(tx, actor.workspaceId, input.id);
    const status = effectiveStatus(row, ports.clock());
    if (status !== 'open' && status !== 'preparing') {
      throw wrongState(`Only a review nobody has decided can be cancelled; this one is ${status}.`, { status });
    }
    await recordByToken(tx, actor, row.id, 'review.cancelled', {});
    await cancel(ports, tx, row);
    return toReview(ports, tx, row);
  });
