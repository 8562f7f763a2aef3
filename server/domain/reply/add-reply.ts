import { DomainError } from '../failure.ts';
import { newId } from '../ids.ts';
import type { ChainKey } from '../mark/store.ts';
import type { Tx } from '../ports.ts';
import { countReplies, findReply, insertReply, type ReplyRow } from './store.ts';

/** How many replies a mark has at most. */
const MAX_REPLIES = 100;

/**
 * Adds a reply below a mark. The caller holds the chain's lock. A repeat with the same `client_reply_id` adds nothing
 * and returns the reply's id. @throws DomainError `conflict` where the mark has as many as it may have
 */
export async function addReply(
  tx: Tx,
  { row, chain, now }: { row: { pass: number }; chain: ChainKey; now: Date },
  mark: number,
  reply: Pick<ReplyRow, 'by' | 'author' | 'isQuestion'> & { body: string; client_reply_id?: string | undefined },
): Promise<string> {
  const { by, author, isQuestion, body, client_reply_id: clientReplyId = null } = reply;
  const known = clientReplyId === null ? null : await findReply(tx, chain, clientReplyId);
  if (known !== null) return known.id;
  if ((await countReplies(tx, chain, mark)) >= MAX_REPLIES) {
    throw new DomainError('conflict', `A mark has at most ${MAX_REPLIES} replies. Write the rest in a new mark.`);
  }
  const id = newId(now);
  await insertReply(tx, {
    ...{ ...chain, id, markNumber: mark, pass: row.pass, createdAt: now },
    ...{ by, author, isQuestion, body, clientReplyId },
  });
  return id;
}
