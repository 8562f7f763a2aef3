import type { Input } from '../../contract/client.ts';
import { emptyFields, fieldsOf } from '../../contract/mark-fields.ts';
import type { ReviewerView } from '../../contract/reviewer.ts';
import { recordByLink } from '../audit/record.ts';
import { DomainError } from '../failure.ts';
import { makeMark } from '../mark/make-mark.ts';
import type { Ports, Reviewer } from '../ports.ts';
import { settle } from '../suggestion/rules.ts';
import { updateSuggestion } from '../suggestion/store.ts';
import { asReviewer, requireMarking } from './as-reviewer.ts';
import { keepMark } from './keep-mark.ts';
import { requireSuggestion } from './require-suggestion.ts';

/**
 * Makes the suggestion a mark with its guest's name and place. When two people accept it at once, there is only one
 * mark.
 */
export async function acceptSuggestion(
  ports: Ports,
  actor: Reviewer,
  input: Input<'accept_suggestion'>,
): Promise<ReviewerView> {
  return asReviewer(ports, actor, async (tx, scene) => {
    const suggestion = await requireSuggestion(tx, scene, input.suggestion_id);
    const step = settle(suggestion, 'accepted');
    if (step === 'done') return;
    requireMarking(scene);
    if (step !== 'do') throw new DomainError('conflict', step.refused);
    const { kind, x, y, width, height, shotId, author } = suggestion;
    const shotOf = <Shot extends { id: string }>(shots: readonly Shot[]): Shot => {
      const shot = shots.find(({ id }) => id === shotId);
      if (shot === undefined)
        throw new DomainError('conflict', 'This pass has no longer the screenshot this suggestion lies on.');
      return shot;
    };
    const made = await makeMark(ports, tx, scene, shotOf, {
      kind,
      place: { x, y, width, height },
      position: suggestion.position,
      fields: { ...emptyFields, body: suggestion.body, ...fieldsOf(input) },
      author,
      source: 'accepted_suggestion',
    });
    await keepMark(tx, scene, made);
    const mark = made.number;
    await updateSuggestion(tx, scene.chain, suggestion.number, {
      status: 'accepted',
      markNumber: mark,
      updatedAt: scene.now,
    });
    await recordByLink(tx, scene.row, 'suggestion.accepted', { suggestion: suggestion.number, mark });
  });
}
