import { emptyFields, fieldsOf } from '../../contract/mark-fields.ts';
import { recordByLink } from '../audit/record.ts';
import { DomainError, notFound } from '../failure.ts';
import { markPlaceOf } from '../finding/rules.ts';
import { type FindingRow, findFinding, updateFinding } from '../finding/store.ts';
import { makeMark } from '../mark/make-mark.ts';
import type { PlacedMark } from '../mark/store.ts';
import type { Handler, Tx } from '../ports.ts';
import {
  asReviewer,
  keepMark,
  listShownMarks,
  requireMarking,
  requirePermission,
  type Scene,
  withdrawAcceptedMark,
} from './as-reviewer.ts';

interface KnownFinding {
  finding: FindingRow;
  /** The mark it became; null when that was withdrawn, which makes it a finding again. */
  mark: PlacedMark | null;
}

/** Returns the finding of that number on this pass. @throws DomainError `not_found` */
async function requireFinding(tx: Tx, scene: Scene, number: number): Promise<KnownFinding> {
  const { workspaceId, id } = scene.row;
  const finding = await findFinding(tx, workspaceId, id, number);
  if (finding === null) throw notFound('finding');
  if (finding.status !== 'accepted') return { finding, mark: null };
  const mark = (await listShownMarks(tx, scene)).find((each) => each.number === finding.markNumber);
  return { finding, mark: mark === undefined || mark.status === 'withdrawn' ? null : mark };
}

/**
 * Makes the finding a mark at its area. When two people accept it at once, there is only one mark. A hidden one may be
 * accepted too.
 */
export const acceptFinding: Handler<'accept_finding'> = (ports, actor, input) =>
  asReviewer(ports, actor, async (tx, scene) => {
    const { finding, mark: known } = await requireFinding(tx, scene, input.finding_id);
    if (known !== null) return;
    requireMarking(scene);
    const shotOf = <Shot extends { position: number }>(shots: readonly Shot[]): Shot => {
      const shot = finding.position === null ? shots[0] : shots.find(({ position }) => position === finding.position);
      if (shot === undefined) throw new DomainError('conflict', 'The screenshot of this finding could not be made.');
      return shot;
    };
    const made = await makeMark(ports, tx, scene, shotOf, {
      ...markPlaceOf(finding.area),
      fields: { ...emptyFields, body: finding.body, ...fieldsOf(input) },
      author: input.author,
      source: 'finding',
    });
    await keepMark(tx, scene, made);
    const mark = made.number;
    await updateFinding(tx, scene.row, finding.number, { status: 'accepted', markNumber: mark });
    await recordByLink(tx, scene.row, 'finding.accepted', { finding: finding.number, mark });
  });

/** Hides a finding. Also allowed after the decision while no later pass is open, because a finding binds nobody. */
export const hideFinding: Handler<'hide_finding'> = (ports, actor, input) =>
  asReviewer(ports, actor, async (tx, scene) => {
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

/** Undoes hiding or accepting; a finding that is shown stays so. */
export const restoreFinding: Handler<'restore_finding'> = (ports, actor, input) =>
  asReviewer(ports, actor, async (tx, scene) => {
    const { finding, mark } = await requireFinding(tx, scene, input.finding_id);
    const from = mark !== null ? 'accepted' : finding.status === 'hidden' ? 'hidden' : 'shown';
    if (from === 'shown') return;
    const allowed = from === 'accepted' ? scene.can.mark : scene.can.verify;
    requirePermission(allowed, scene, 'This review is approved. Change the decision to undo accepting.');
    if (mark !== null) await withdrawAcceptedMark(tx, scene, mark.number);
    await updateFinding(tx, scene.row, finding.number, { status: 'shown', markNumber: null });
    await recordByLink(tx, scene.row, 'finding.restored', { finding: finding.number, from });
  });
