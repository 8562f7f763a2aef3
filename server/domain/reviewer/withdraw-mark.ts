import type { ReviewerView } from '../../contract/reviewer.ts';
import { recordByLink } from '../audit/record.ts';
import { updateMark } from '../mark/store.ts';
import type { Ports, Reviewer } from '../ports.ts';
import { asReviewer, requirePermission } from './as-reviewer.ts';
import { requireMark } from './require-mark.ts';

export async function withdrawMark(ports: Ports, actor: Reviewer, input: { mark_id: number }): Promise<ReviewerView> {
  return asReviewer(ports, actor, async (tx, scene) => {
    requirePermission(scene.can.mark, scene, 'Marks are frozen after a decision. Change the decision to withdraw one.');
    const mark = await requireMark(tx, scene, input.mark_id);
    if (mark.status === 'withdrawn') return;
    await updateMark(tx, scene.chain, mark.number, {
      status: 'withdrawn',
      formerStatus: mark.status,
      updatedAt: scene.now,
    });
    await recordByLink(tx, scene.row, 'mark.withdrawn', { mark: mark.number, from: mark.status });
  });
}
