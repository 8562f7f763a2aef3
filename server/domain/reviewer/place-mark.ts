import type { Input } from '../../contract/client.ts';
import { emptyFields, fieldsOf } from '../../contract/mark-fields.ts';
import type { ReviewerView } from '../../contract/reviewer.ts';
import { invalid } from '../failure.ts';
import { makeMark } from '../mark/make-mark.ts';
import { placeOf } from '../mark/place-of.ts';
import { findNumberByClientId } from '../mark/store.ts';
import type { Ports, Reviewer } from '../ports.ts';
import { asReviewer, requireMarking } from './as-reviewer.ts';
import { keepMark } from './keep-mark.ts';

export async function placeMark(ports: Ports, actor: Reviewer, input: Input<'place_mark'>): Promise<ReviewerView> {
  return asReviewer(ports, actor, async (tx, scene) => {
    // A repeat after a lost answer finds its mark, whatever has happened to the review since.
    if ((await findNumberByClientId(tx, scene.chain, input.client_mark_id)) !== null) return;
    if (scene.unsent.some(({ made }) => made?.clientMarkId === input.client_mark_id)) return;
    requireMarking(scene);
    const shotOf = <Shot extends { position: number }>(shots: readonly Shot[]): Shot => {
      const shot = shots.find((each) => each.position === input.screenshot_index);
      if (shot === undefined) throw invalid('screenshot_index', 'There is no screenshot with this index.');
      return shot;
    };
    const made = await makeMark(ports, tx, scene, shotOf, {
      kind: input.kind,
      place: placeOf(input.kind, input),
      fields: { ...emptyFields, ...fieldsOf(input) },
      author: input.author,
      source: 'reviewer',
      clientMarkId: input.client_mark_id,
    });
    await keepMark(tx, scene, made);
  });
}
