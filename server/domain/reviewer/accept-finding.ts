import type { Input } from '../../contract/client.ts';
import { emptyFields, fieldsOf } from '../../contract/mark-fields.ts';
import type { ReviewerView } from '../../contract/reviewer.ts';
import { recordByLink } from '../audit/record.ts';
import { DomainError } from '../failure.ts';
import { markPlaceOf } from '../finding/rules.ts';
import { updateFinding } from '../finding/store.ts';
import { makeMark } from '../mark/make-mark.ts';
import type { Ports, Reviewer } from '../ports.ts';
import { asReviewer, requireMarking } from './as-reviewer.ts';
import { keepMark } from './keep-mark.ts';
import { requireFinding } from './require-finding.ts';

/**
 * Makes the finding a mark at its area. When two people accept it at once, there is only one mark. A hidden one may be
 * accepted too.
 */
export async function acceptFinding(
  ports: Ports,
  actor: Reviewer,
  input: Input<'accept_finding'>,
): Promise<ReviewerView> {
  return asReviewer(ports, actor, async (tx, scene) => {
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
}
