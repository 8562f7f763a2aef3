import type { Input, Output } from '../../contract/client.ts';
import { DomainError, invalid, notFound } from '../failure.ts';
import { placeOf } from '../mark/place-of.ts';
import type { Guest, Ports } from '../ports.ts';
import { frozen, isSame } from '../suggestion/rules.ts';
import { findBySecrets, updateSuggestion } from '../suggestion/store.ts';
import { asGuest, toOne } from './as-guest.ts';

/**
 * Changes a guest's own suggestion while it is pending, on whichever pass it lies. A new screenshot must be of this
 * link's pass.
 */
export async function editSuggestion(
  ports: Ports,
  actor: Guest,
  input: Input<'edit_suggestion'>,
): Promise<Output<'edit_suggestion'>> {
  return asGuest(ports, actor, async (tx, { row, chain, shots, may, now }) => {
    const [known] = await findBySecrets(tx, chain, [ports.secrets.hash(input.client_suggestion_id)]);
    if (known === undefined || known.number !== input.suggestion_id) throw notFound('suggestion');
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
    const late = frozen(known) ?? (known.reviewId === row.id ? may.reason : movedOn);
    if (late !== null) throw new DomainError('conflict', late);
    await updateSuggestion(tx, chain, known.number, { ...wanted, updatedAt: now });
    return toOne(tx, { ...known, ...wanted, updatedAt: now });
  });
}

const movedOn = 'A newer pass is open, and your suggestion has moved to it. Change it there.';
