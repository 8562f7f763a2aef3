import type { ReviewerView } from '../../contract/reviewer.ts';
import { recordByLink } from '../audit/record.ts';
import { DomainError } from '../failure.ts';
import { updateFinding } from '../finding/store.ts';
import type { Ports, Reviewer } from '../ports.ts';
import { asReviewer, requirePermission } from './as-reviewer.ts';
import { requireFinding } from './require-finding.ts';

/** Hides a finding. Also allowed after the decision while no later pass is open, because a finding binds nobody. */
export async function hideFinding(ports: Ports, actor: Reviewer, input: { finding_id: number }): Promise<ReviewerView> {
  return asReviewer(ports, actor, async (tx, scene) => {
    const { finding, mark } = await requireFinding(tx, scene, input.finding_id);
    if (finding.status === 'hidden') return;
    requirePermission(scene.can.verify, scene, 'Findings cannot be dismissed now.');
    if (mark !== null) {
      throw new DomainError(
        'conflict',
        `This finding was accepted: it is mark ${mark.number}. Withdraw the mark first.`,
      );
    }
    await updateFinding(tx, scene.row, finding.number, { status: 'hidden', markNumber: null });
    await recordByLink(tx, scene.row, 'finding.hidden', { finding: finding.number });
  });
}
