import type { Input, Output } from '../../contract/client.ts';
import { DomainError, invalid } from '../failure.ts';
import { placeOf } from '../mark/place-of.ts';
import type { Guest, Ports } from '../ports.ts';
import { isSame } from '../suggestion/rules.ts';
import { updateSuggestion } from '../suggestion/store.ts';
import { asGuest, findOwn, toOne, whyTooLate } from './as-guest.ts';

/**
 * Changes a guest's own suggestion while it is pending, on whichever pass it lies. A new screenshot must be of this
 * link's pass.
 */
export async function editSuggestion(
  ports: Ports,
  actor: Guest,
  input: Input<'edit_suggestion'>,
): Promise<Output<'edit_suggestion'>> {
  return asGuest(ports, actor, async (tx, scene) => {
    const { chain, shots, now } = scene;
    const known = await findOwn(ports, tx, scene, input);
    const kind = input.kind ?? known.kind;
    const shot =
      input.screenshot_index === undefined
        ? { id: known.shotId }
        : shots.find((each) => each.position === input.screenshot_index);
    if (shot === undefined) throw invalid('screenshot_index', 'There is no screenshot with this index.');
    const place = placeOf(kind, {
      x: input.x ?? known.x,
      y: input.y ?? known.y,
      width: input.width ?? known.width,
      height: input.height ?? known.height,
    });
    const isPlaced = [input.screenshot_index, input.x, input.y].some((given) => given !== undefined);
    const position = isPlaced ? 'exact' : known.position;
    const wanted = { kind, shotId: shot.id, body: input.body ?? known.body, ...place, position };
    if (isSame(known, wanted)) return toOne(tx, known);
    const late = await whyTooLate(tx, scene, known);
    if (late !== null) throw new DomainError('conflict', late);
    await updateSuggestion(tx, chain, known.number, { ...wanted, updatedAt: now });
    return toOne(tx, { ...known, ...wanted, updatedAt: now });
  });
}
