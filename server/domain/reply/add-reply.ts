import { DomainError } from '../failure.ts';
import { newId } from '../ids.ts';
import type { ChainKey } from '../mark/store.ts';
import type { Tx } from '../ports.ts';
import { countReplies, findReply, insertReply, type ReplyRow, type ReplyTo } from './store.ts';

/** How many replies a mark has at most. A suggestion has fewer, because anybody with the guest link can write them. */
const MAX_REPLIES = 100;
export const MAX_SUGGESTION_REPLIES = 20;

/**
 * Adds a reply below a mark or a suggestion. The caller holds the chain's lock. A repeat with the same
 * `client_reply_id` adds nothing and returns the reply's id.
 * @throws DomainError `conflict` where there are as many replies as there may be
 */
export async function addReply(
  tx: Tx,
  { row, chain, now }: { row: { pass: number }; chain: ChainKey; now: Date },
  to: ReplyTo,
  reply: Pick<ReplyRow, 'by' | 'author' | 'isQuestion'> & { body: string; client_reply_id?: string | undefined },
): Promise<string> {
  const { by, author, isQuestion, body, client_reply_id: clientReplyId = null } = reply;
  const known = clientReplyId === null ? null : await findReply(tx, chain, to, clientReplyId);
  if (known !== null) return known.id;
  const count = await countReplies(tx, chain, to);
  if ('markNumber' in to && count >= MAX_REPLIES) {
    throw new DomainError('conflict', `A mark has at most ${MAX_REPLIES} replies. Write the rest in a new mark.`);
  }
  if ('suggestionNumber' in to && count >= MAX_SUGGESTION_REPLIES) {
    throw new DomainError('conflict', `A suggestion has at most ${MAX_SUGGESTION_REPLIES} replies.`);
  }
  const id = newId(now);
  await insertReply(tx, {
    ...{ ...chain, ...to, id, pass: row.pass, createdAt: now },
    ...{ by, author, isQuestion, body, clientReplyId },
  });
  return id;
}
