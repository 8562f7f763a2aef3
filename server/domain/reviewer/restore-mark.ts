import type { ReviewerView } from '../../contract/reviewer.ts';
import { recordByLink } from '../audit/record.ts';
import { updateMark } from '../mark/store.ts';
import type { Ports, Reviewer } from '../ports.ts';
import { asReviewer, requireMarking, requirePermission } from './as-reviewer.ts';
import { keepMark } from './keep-mark.ts';
import { requireMark } from './require-mark.ts';

/** Undoes a withdrawal, a verification or a reopening; a mark with nothing to undo stays as it is. */
export async function restoreMark(ports: Ports, actor: Reviewer, input: { mark_id: number }): Promise<ReviewerView> {
  return asReviewer(ports, actor, async (tx, scene) => {
    const mark = await requireMark(tx, scene, input.mark_id);
    const isWithdrawn = mark.status === 'withdrawn';
    if (isWithdrawn) requireMarking(scene);
    else requirePermission(scene.can.verify, scene, 'Marks cannot be restored now.');
    if (mark.formerStatus === null) return;
    const undone = mark.status === 'reopened' ? { reopenReason: null } : { settledByDecision: null };
    const change = { status: mark.formerStatus, formerStatus: null, updatedAt: scene.now, ...undone };
    if (isWithdrawn) await keepMark(tx, scene, { ...mark, ...change });
    else await updateMark(tx, scene.chain, mark.number, change);
    await recordByLink(tx, scene.row, 'mark.restored', { mark: mark.number, from: mark.status });
  });
}
