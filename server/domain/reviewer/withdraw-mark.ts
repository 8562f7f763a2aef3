import type { ReviewerView } from '../../contract/reviewer.ts';
import type { Ports, Reviewer } from '../ports.ts';
import { asReviewer, requireMarking } from './as-reviewer.ts';
import { changeMark } from './change-mark.ts';
import { requireMark } from './require-mark.ts';

export async function withdrawMark(ports: Ports, actor: Reviewer, input: { mark_id: number }): Promise<ReviewerView> {
  return asReviewer(ports, actor, async (tx, scene) => {
    requireMarking(scene);
    const mark = await requireMark(tx, scene, input.mark_id);
    if (mark.status === 'withdrawn') return;
    await changeMark(tx, scene, mark, 'withdrawn');
  });
}
