import type { ReviewerView } from '../../contract/reviewer.ts';
import { recordByLink } from '../audit/record.ts';
import { DomainError } from '../failure.ts';
import type { Ports, Reviewer } from '../ports.ts';
import { cancel } from '../review/cancel.ts';
import { asReviewer } from './as-reviewer.ts';

/** Cancels an undecided review by its link. A review that is cancelled already stays so. */
export async function withdrawReview(ports: Ports, actor: Reviewer): Promise<ReviewerView> {
  return asReviewer(ports, actor, async (tx, { row, status }) => {
    if (status === 'cancelled') return;
    if (status !== 'open' && status !== 'preparing') {
      throw new DomainError(
        'conflict',
        `Only a review nobody has decided can be withdrawn; this one is ${status.replace('_', ' ')}.`,
      );
    }
    await recordByLink(tx, row, 'review.withdrawn', {});
    await cancel(ports, tx, row);
  });
}
