import type { Input, Output } from '../../contract/client.ts';
import { DomainError, notFound } from '../failure.ts';
import type { Guest, Ports } from '../ports.ts';
import { frozen } from '../suggestion/rules.ts';
import { deleteSuggestion, findByNumber, findBySecrets, wasGiven } from '../suggestion/store.ts';
import { asGuest } from './as-guest.ts';

/**
 * Deletes a guest's own suggestion while it is pending, on whichever pass it lies and however the review ended, because
 * people own what they wrote. Another guest's number gets the same answer as one that was never given.
 */
export async function withdrawSuggestion(
  ports: Ports,
  actor: Guest,
  input: Input<'withdraw_suggestion'>,
): Promise<Output<'withdraw_suggestion'>> {
  const { suggestion_id: number } = input;
  return asGuest(ports, actor, async (tx, { chain }) => {
    const [own] = await findBySecrets(tx, chain, [ports.secrets.hash(input.client_suggestion_id)]);
    if (own === undefined || own.number !== number) {
      const wasWithdrawn = (await wasGiven(tx, chain, number)) && (await findByNumber(tx, chain, number)) === null;
      if (!wasWithdrawn) throw notFound('suggestion');
      return { withdrawn: false };
    }
    const late = frozen(own);
    if (late !== null) throw new DomainError('conflict', late);
    await deleteSuggestion(tx, chain, own.number);
    return { withdrawn: true };
  });
}
