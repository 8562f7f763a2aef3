import type { Input, Output } from '../../contract/client.ts';
import { DomainError } from '../failure.ts';
import type { Guest, Ports } from '../ports.ts';
import { addReply } from '../reply/add-reply.ts';
import { asGuest, findOwn, toOne, whyTooLate } from './as-guest.ts';

/** Adds a guest's reply to their own suggestion while it is pending. */
export async function replyToSuggestion(
  ports: Ports,
  actor: Guest,
  input: Input<'reply_to_suggestion'>,
): Promise<Output<'reply_to_suggestion'>> {
  return asGuest(ports, actor, async (tx, scene) => {
    const own = await findOwn(ports, tx, scene, input);
    const late = await whyTooLate(tx, scene, own);
    if (late !== null) throw new DomainError('conflict', late);
    const { body, client_reply_id } = input;
    const by = { by: 'guest', author: own.author, isQuestion: false } as const;
    await addReply(tx, scene, { suggestionNumber: own.number }, { ...by, body, client_reply_id });
    return toOne(tx, own);
  });
}
