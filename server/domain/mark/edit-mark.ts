import type { Input } from '../../contract/client.ts';
import type { ReviewerView } from '../../contract/reviewer.ts';
import { invalid } from '../failure.ts';
import type { Ports, Reviewer } from '../ports.ts';
import { asReviewer, require } from '../review/as-reviewer.ts';
import { listComparedShots } from '../shot/store.ts';
import { lookUnder, readMaps } from './look-under.ts';
import { placeOf } from './place-mark.ts';
import { requireMark } from './require-mark.ts';
import { putPlace, updateMark } from './store.ts';

export async function editMark(ports: Ports, actor: Reviewer, input: Input<'edit_mark'>): Promise<ReviewerView> {
  return asReviewer(ports, actor, async (tx, scene) => {
    require(scene.can.mark, scene, 'Marks are frozen after a decision. Change the decision to edit them.');
    const { row } = scene;
    const mark = await requireMark(tx, scene, input.mark_id);
    const kind = input.kind ?? mark.kind;
    await updateMark(tx, scene.chain, mark.number, {
      kind,
      updatedAt: scene.now,
      ...(input.body === undefined ? {} : { body: input.body }),
      ...(input.must_fix === undefined ? {} : { mustFix: input.must_fix }),
    });
    const places = [input.x, input.y, input.width, input.height, input.screenshot_index];
    if (kind === mark.kind && places.every((each) => each === undefined)) return;
    const shots = await listComparedShots(tx, row.workspaceId, [row.id]);
    const shot =
      input.screenshot_index === undefined
        ? shots.find((each) => each.id === mark.shotId)
        : shots.find((each) => each.position === input.screenshot_index);
    if (shot === undefined) throw invalid('screenshot_index', 'There is no shot with this index.');
    const place = placeOf(kind, {
      x: input.x ?? mark.place.x,
      y: input.y ?? mark.place.y,
      width: input.width ?? mark.place.width,
      height: input.height ?? mark.place.height,
    });
    const under = await lookUnder(shot, shots, place, readMaps(ports));
    const at = { reviewId: row.id, workspaceId: row.workspaceId, number: mark.number, shotId: shot.id };
    await putPlace(tx, at, place, under);
  });
}
