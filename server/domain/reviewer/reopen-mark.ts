import type { Input } from '../../contract/client.ts';
import type { ReviewerView } from '../../contract/reviewer.ts';
import { recordByLink } from '../audit/record.ts';
import { DomainError } from '../failure.ts';
import { updateMark } from '../mark/store.ts';
import type { Ports, Reviewer } from '../ports.ts';
import { asReviewer, requirePermission } from './as-reviewer.ts';
import { requireMark } from './require-mark.ts';

export async function reopenMark(ports: Ports, actor: Reviewer, input: Input<'reopen_mark'>): Promise<ReviewerView> {
  return asReviewer(ports, actor, async (tx, scene) => {
    requirePermission(scene.can.verify, scene, 'Marks cannot be reopened now.');
    const mark = await requireMark(tx, scene, input.mark_id);
    if (mark.status !== 'resolved' && mark.status !== 'verified') {
      throw new DomainError('conflict', 'Only a mark that was reported or verified as fixed can be reopened.');
    }
    await updateMark(tx, scene.chain, mark.number, {
      status: 'reopened',
      formerStatus: mark.status,
      settledByDecision: null,
      reopenReason: input.reason === undefined || input.reason === '' ? null : input.reason,
      updatedAt: scene.now,
    });
    await recordByLink(tx, scene.row, 'mark.reopened', { mark: mark.number, from: mark.status });
  });
}
