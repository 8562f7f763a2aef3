import { recordByLink, withdrawnByLinkAt } from '../audit/record.ts';
import { DomainError } from '../failure.ts';
import { listMarks } from '../mark/store.ts';
import type { Handler, Ports, Tx } from '../ports.ts';
import { cancel } from '../review/cancel-review.ts';
import { carryMarks } from '../review/carry-marks.ts';
import { openReview, settleReview } from '../review/open-review.ts';
import { isLiving, laterPassOpen } from '../review/passes.ts';
import { compareAnew } from '../review/request-comparisons.ts';
import { claimNextPass, findReview, putParent, type ReviewRow, setStatus } from '../review/store.ts';
import { asReviewer } from './as-reviewer.ts';

/** Cancels an undecided review by its link. A review that is cancelled already stays so. */
export const withdrawReview: Handler<'withdraw_review'> = (ports, actor) =>
  asReviewer(ports, actor, async (tx, { row, status }) => {
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

/** Returns the closest earlier pass that did not end; the previous one when all did; null for a first pass. */
async function findPrevious(tx: Tx, { workspaceId, parentId }: ReviewRow): Promise<ReviewRow | null> {
  const parent = parentId === null ? null : await findReview(tx, workspaceId, parentId);
  for (let each = parent; each !== null; ) {
    if (isLiving(each)) return each;
    each = each.parentId === null ? null : await findReview(tx, workspaceId, each.parentId);
  }
  return parent;
}

/** Makes this pass the only next one of the pass before it again. @returns both as they are then */
async function claimPlace(ports: Ports, tx: Tx, row: ReviewRow) {
  const parent = await findPrevious(tx, row);
  if (parent === null) return { row, parent };
  if (!(await claimNextPass(tx, parent, row.id))) {
    throw new DomainError('conflict', 'Another pass took the place of this one. Look at that one.');
  }
  if (parent.id === row.parentId) return { row, parent };
  const moved = await putParent(tx, row, parent.id);
  await compareAnew(ports, tx, moved);
  return { row: moved, parent };
}

/**
 * Restores a review that was withdrawn by its link. If some of its screenshots were not made meanwhile, it opens with
 * those that were, or fails when there are none, as it would have at the time.
 */
export const restoreReview: Handler<'restore_review'> = (ports, actor) =>
  asReviewer(ports, actor, async (tx, { row, status, now }) => {
    if (status === 'open' || status === 'preparing') return;
    if (status !== 'cancelled') {
      throw new DomainError(
        'conflict',
        `Only a review that was withdrawn can be restored; this one is ${status.replace('_', ' ')}.`,
      );
    }
    if (now >= row.expiresAt) throw new DomainError('conflict', 'This review has expired. Open a new pass instead.');
    const withdrawnAt = await withdrawnByLinkAt(tx, row);
    if (withdrawnAt === null) {
      throw new DomainError('conflict', 'This review was cancelled by its requester, and stays so.');
    }
    const next = row.nextPassId === null ? null : await findReview(tx, row.workspaceId, row.nextPassId);
    if ((await laterPassOpen(tx, row)) || (next !== null && next.parentId !== row.id)) {
      throw new DomainError('conflict', 'A later pass took the place of this one. Look at that one.');
    }
    const restored = await claimPlace(ports, tx, row);
    await recordByLink(tx, row, 'review.restored', {});
    if (row.openedAt !== null) {
      await openReview(ports, tx, restored.row, restored.parent);
      // What was moved on the previous pass meanwhile is followed from there.
      const moved = (await listMarks(tx, row.workspaceId, row.id)).filter(({ updatedAt }) => updatedAt > withdrawnAt);
      await carryMarks(ports, tx, restored.row, new Set(moved.map(({ number }) => number)));
      return;
    }
    await setStatus(tx, row, 'preparing');
    await settleReview(ports, tx, { ...restored.row, status: 'preparing' }, restored.parent);
  });
