import type { ReviewerView } from '../../contract/reviewer.ts';
import { DomainError } from '../failure.ts';
import type { Ports, Reviewer } from '../ports.ts';
import { asReviewer, requirePermission } from './as-reviewer.ts';
import { changeMark } from './change-mark.ts';
import { requireSentMark } from './require-mark.ts';

/** Confirms that a mark looks fixed. A person may also verify a mark that the fixing agent has not reported. */
export async function verifyMark(ports: Ports, actor: Reviewer, input: { mark_id: number }): Promise<ReviewerView> {
  return asReviewer(ports, actor, async (tx, scene) => {
    requirePermission(scene.can.verify, scene, 'Marks cannot be verified now.');
    const mark = await requireSentMark(tx, scene, input.mark_id);
    if (mark.status === 'verified') return;
    if (mark.status === 'withdrawn') throw new DomainError('conflict', 'This mark was withdrawn. Restore it first.');
    await changeMark(tx, scene, mark, 'verified');
  });
}
