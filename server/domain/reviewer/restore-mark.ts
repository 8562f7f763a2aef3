import type { ReviewerView } from '../../contract/reviewer.ts';
import { recordByLink } from '../audit/record.ts';
import { updateMark } from '../mark/store.ts';
import type { Ports, Reviewer } from '../ports.ts';
import { asReviewer, requirePermission } from './as-reviewer.ts';
import { requireMark } from './require-mark.ts';

/** Undoes a withdrawal, a verification or a reopening; a mark with nothing to undo stays as it is. */
export async function restoreMark(ports: Ports, actor: Reviewer, input: { mark_id: number }): Promise<ReviewerView> {
  return asReviewer(ports, actor, async (tx, scene) => {
    const mark = await requireMark(tx, scene, input.mark_id);
    const allowed = mark.status === 'withdrawn' ? scene.can.mark : scene.can.verify;
    requirePermission(allowed, scene, 'Marks are frozen after a decision. Change the decision to restore one.');
    if (mark.formerStatus === null) return;
    await updateMark(tx, scene.chain, mark.number, {
      status: mark.formerStatus,
      formerStatus: null,
      settledByDecision: null,
      updatedAt: scene.now,
    });
    await recordByLink(tx, scene.row, 'mark.restored', { mark: mark.number, from: mark.status });
  });
}
