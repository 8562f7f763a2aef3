import type { Review } from '../../contract/review.ts';
import { recordByToken } from '../audit/record.ts';
import { wrongState } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { cancel } from './cancel.ts';
import { lockReview } from './lock-review.ts';
import { effectiveStatus } from './rules.ts';
import { toReview } from './view.ts';

export async function cancelReview(ports: Ports, actor: ClientActor, input: { id: string }): Promise<Review> {
  return ports.transaction(async (tx) => {
    const row = await lockReview(tx, actor.workspaceId, input.id);
    const status = effectiveStatus(row, ports.clock());
    if (status !== 'open' && status !== 'preparing') {
      throw wrongState(`Only a review nobody has decided can be cancelled; this one is ${status}.`, { status });
    }
    await recordByToken(tx, actor, row.id, 'review.cancelled', {});
    await cancel(ports, tx, row);
    return toReview(ports, tx, row);
  });
}
