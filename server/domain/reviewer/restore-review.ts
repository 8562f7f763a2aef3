import type { ReviewerView } from '../../contract/reviewer.ts';
import { recordByLink, wasWithdrawnByLink } from '../audit/record.ts';
import { DomainError } from '../failure.ts';
import type { Ports, Reviewer, Tx } from '../ports.ts';
import { openReview, settleReview } from '../review/open-review.ts';
import { laterPassOpen } from '../review/passes.ts';
import { claimNextPass, findReview, type ReviewRow, setStatus } from '../review/store.ts';
import { asReviewer } from './as-reviewer.ts';

/** Makes this pass its parent's only next pass again. @returns the parent, null for a first pass */
async function claimParent(tx: Tx, row: ReviewRow): Promise<ReviewRow | null> {
  const parent = row.parentId === null ? null : await findReview(tx, row.workspaceId, row.parentId);
  if (parent !== null && !(await claimNextPass(tx, parent, row.id))) {
    throw new DomainError('conflict', 'Another pass took the place of this one. Look at that one.');
  }
  return parent;
}

/**
 * Restores a review that was withdrawn by its link. If some of its screenshots were not made meanwhile, it opens with
 * those that were, or fails when there are none, as it would have at the time.
 */
export async function restoreReview(ports: Ports, actor: Reviewer): Promise<ReviewerView> {
  return asReviewer(ports, actor, async (tx, { row, status, now }) => {
    if (status === 'open' || status === 'preparing') return;
    if (status !== 'cancelled') {
      throw new DomainError(
        'conflict',
        `Only a review that was withdrawn can be restored; this one is ${status.replace('_', ' ')}.`,
      );
    }
    if (now >= row.expiresAt) throw new DomainError('conflict', 'This review has expired. Open a new pass instead.');
    if (!(await wasWithdrawnByLink(tx, row))) {
      throw new DomainError('conflict', 'This review was cancelled by its requester, and stays so.');
    }
    if (await laterPassOpen(tx, row)) {
      throw new DomainError('conflict', 'A later pass took the place of this one. Look at that one.');
    }
    const parent = await claimParent(tx, row);
    await recordByLink(tx, row, 'review.restored', {});
    if (row.openedAt !== null) {
      await openReview(ports, tx, row, parent);
      return;
    }
    await setStatus(tx, row, 'preparing');
    await settleReview(ports, tx, { ...row, status: 'preparing' }, parent);
  });
}
