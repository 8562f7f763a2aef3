import type { ReviewerView } from '../../contract/reviewer.ts';
import { recordByLink } from '../audit/record.ts';
import { updateFinding } from '../finding/store.ts';
import type { Ports, Reviewer } from '../ports.ts';
import { asReviewer, requirePermission } from './as-reviewer.ts';
import { requireFinding } from './require-finding.ts';
import { withdrawAcceptedMark } from './withdraw-accepted-mark.ts';

/** Undoes hiding or accepting; a finding that is shown stays so. */
export async function restoreFinding(
  ports: Ports,
  actor: Reviewer,
  input: { finding_id: number },
): Promise<ReviewerView> {
  return asReviewer(ports, actor, async (tx, scene) => {
    const { finding, mark } = await requireFinding(tx, scene, input.finding_id);
    const from = mark !== null ? 'accepted' : finding.status === 'hidden' ? 'hidden' : 'shown';
    if (from === 'shown') return;
    const allowed = from === 'accepted' ? scene.can.mark : scene.can.verify;
    requirePermission(allowed, scene, 'This review is approved. Change the decision to undo accepting.');
    if (mark !== null) await withdrawAcceptedMark(tx, scene, mark.number);
    await updateFinding(tx, scene.row, finding.number, { status: 'shown', markNumber: null });
    await recordByLink(tx, scene.row, 'finding.restored', { finding: finding.number, from });
  });
}
