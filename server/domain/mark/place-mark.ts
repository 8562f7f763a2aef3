import type { Input } from '../../contract/client.ts';
import type { ReviewerView } from '../../contract/reviewer.ts';
import { invalid } from '../failure.ts';
import type { Ports, Reviewer } from '../ports.ts';
import { asReviewer, require } from '../review/as-reviewer.ts';
import { listComparedShots } from '../shot/store.ts';
import { lookUnder, readMaps } from './look-under.ts';
import { findNumberByClientId, insertMark, nextNumber, putPlace } from './store.ts';

export async function placeMark(ports: Ports, actor: Reviewer, input: Input<'place_mark'>): Promise<ReviewerView> {
  return asReviewer(ports, actor, async (tx, scene) => {
    const { row, chain, now } = scene;
    // A repeat after a lost answer finds its mark, whatever has happened to the review since.
    if ((await findNumberByClientId(tx, chain, input.client_mark_id)) !== null) return;
    require(scene.can.mark, scene, 'Marks are frozen after a decision. Change the decision to mark again.');
    const shots = await listComparedShots(tx, row.workspaceId, [row.id]);
    const shot = shots.find((each) => each.position === input.screenshot_index);
    if (shot === undefined) throw invalid('screenshot_index', 'There is no shot with this index.');
    const place = placeOf(input.kind, input);
    const number = await nextNumber(tx, chain);
    await insertMark(tx, {
      ...chain,
      number,
      clientMarkId: input.client_mark_id,
      kind: input.kind,
      body: input.body,
      mustFix: input.must_fix,
      status: 'open',
      author: input.author === undefined || input.author === '' ? null : input.author,
      pass: row.pass,
      createdAt: now,
      updatedAt: now,
    });
    const under = await lookUnder(shot, shots, place, readMaps(ports));
    await putPlace(tx, { reviewId: row.id, workspaceId: row.workspaceId, number, shotId: shot.id }, place, under);
  });
}

/** A point has no size; a box needs one and lies inside the shot. @throws DomainError `invalid_request` */
export function placeOf(
  kind: 'point' | 'box',
  input: { x: number; y: number; width?: number | null | undefined; height?: number | null | undefined },
) {
  if (kind === 'point') return { x: input.x, y: input.y, width: null, height: null };
  const width = Math.min(input.width ?? 0, 1 - input.x);
  const height = Math.min(input.height ?? 0, 1 - input.y);
  if (width <= 0 || height <= 0) throw invalid('width', 'A box needs `width` and `height` above 0, inside the shot.');
  return { x: input.x, y: input.y, width, height };
}
