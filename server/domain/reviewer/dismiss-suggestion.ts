import type { ReviewerView } from '../../contract/reviewer.ts';
import { recordByLink } from '../audit/record.ts';
import { DomainError } from '../failure.ts';
import type { Ports, Reviewer } from '../ports.ts';
import { settle } from '../suggestion/rules.ts';
import { updateSuggestion } from '../suggestion/store.ts';
import { asReviewer, requirePermission } from './as-reviewer.ts';
import { requireSuggestion } from './require-suggestion.ts';

/**
 * Dismisses a suggestion. Also allowed after the decision while no later pass is open: a dismissed one does not move on
 * to the next pass.
 */
export async function dismissSuggestion(
  ports: Ports,
  actor: Reviewer,
  input: { suggestion_id: number },
): Promise<ReviewerView> {
  return asReviewer(ports, actor, async (tx, scene) => {
    const suggestion = await requireSuggestion(tx, scene, input.suggestion_id);
    const step = settle(suggestion, 'dismissed');
    if (step === 'done') return;
    requirePermission(scene.can.verify, scene, 'Suggestions cannot be dismissed now.');
    if (step !== 'do') throw new DomainError('conflict', step.refused);
    await updateSuggestion(tx, scene.chain, suggestion.number, { status: 'dismissed', updatedAt: scene.now });
    await recordByLink(tx, scene.row, 'suggestion.dismissed', { suggestion: suggestion.number });
  });
}
