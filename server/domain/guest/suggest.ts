import type { Input, Output } from '../../contract/client.ts';
import { DomainError, invalid } from '../failure.ts';
import { placeOf } from '../mark/place-of.ts';
import type { Guest, Ports } from '../ports.ts';
import { MAX_PENDING } from '../suggestion/rules.ts';
import { countPending, findBySecrets, insertSuggestion, nextNumber } from '../suggestion/store.ts';
import { asGuest, toOne } from './as-guest.ts';

export async function suggest(ports: Ports, actor: Guest, input: Input<'suggest'>): Promise<Output<'suggest'>> {
  return asGuest(ports, actor, async (tx, { row, chain, shots, may, now }) => {
    const secret = ports.secrets.hash(input.client_suggestion_id);
    // A repeat after a lost answer finds its suggestion, whatever has happened to the review since.
    const [known] = await findBySecrets(tx, chain, [secret]);
    if (known !== undefined) return toOne(tx, known);
    if (!may.suggest) throw new DomainError('conflict', may.reason ?? 'This review takes no suggestions now.');
    const shot = shots.find((each) => each.position === input.screenshot_index);
    if (shot === undefined) throw invalid('screenshot_index', 'There is no screenshot with this index.');
    const place = placeOf(input.kind, input);
    if ((await countPending(tx, row.workspaceId, row.id)) >= MAX_PENDING) {
      throw new DomainError(
        'conflict',
        `${MAX_PENDING} suggestions wait for this review’s reviewer already. Try again when some have been settled.`,
      );
    }
    const made = await insertSuggestion(tx, {
      ...chain,
      number: await nextNumber(tx, chain),
      reviewId: row.id,
      shotId: shot.id,
      secret,
      kind: input.kind,
      ...place,
      body: input.body,
      author: input.author || null,
      createdAt: now,
      updatedAt: now,
    });
    return toOne(tx, made);
  });
}
