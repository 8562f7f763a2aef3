import type { Input } from '../../contract/client.ts';
import type { ReviewerView } from '../../contract/reviewer.ts';
import { DomainError } from '../failure.ts';
import type { Ports, Reviewer } from '../ports.ts';
import { asReviewer, requirePermission } from './as-reviewer.ts';
import { changeMark } from './change-mark.ts';
import { requireSentMark } from './require-mark.ts';

export async function reopenMark(ports: Ports, actor: Reviewer, input: Input<'reopen_mark'>): Promise<ReviewerView> {
  return asReviewer(ports, actor, async (tx, scene) => {
    requirePermission(scene.can.verify, scene, 'Marks cannot be reopened now.');
    const mark = await requireSentMark(tx, scene, input.mark_id);
    if (mark.status !== 'resolved' && mark.status !== 'verified') {
      throw new DomainError('conflict', 'Only a mark that was reported or verified as fixed can be reopened.');
    }
    await changeMark(tx, scene, mark, 'reopened', {
      reopenReason: input.reason === undefined || input.reason === '' ? null : input.reason,
    });
  });
}
