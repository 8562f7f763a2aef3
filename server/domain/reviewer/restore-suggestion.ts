import type { ReviewerView } from '../../contract/reviewer.ts';
import { recordByLink } from '../audit/record.ts';
import type { Ports, Reviewer } from '../ports.ts';
import { updateSuggestion } from '../suggestion/store.ts';
import { asReviewer, requirePermission } from './as-reviewer.ts';
import { requireSuggestion } from './require-suggestion.ts';
import { withdrawAcceptedMark } from './withdraw-accepted-mark.ts';

/** Undoes accepting or dismissing; a pending suggestion stays so. */
export async function restoreSuggestion(
  ports: Ports,
  actor: Reviewer,
  input: { suggestion_id: number },
): Promise<ReviewerView> {
  return asReviewer(ports, actor, async (tx, scene) => {
    const { number, status, markNumber } = await requireSuggestion(tx, scene, input.suggestion_id);
    if (status === 'pending') return;
    const allowed = status === 'accepted' ? scene.can.mark : scene.can.verify;
    requirePermission(allowed, scene, 'This review is approved. Change the decision to undo accepting.');
    if (status === 'accepted') await withdrawAcceptedMark(tx, scene, markNumber);
    await updateSuggestion(tx, scene.chain, number, { status: 'pending', markNumber: null, updatedAt: scene.now });
    await recordByLink(tx, scene.row, 'suggestion.restored', { suggestion: number, from: status });
  });
}
