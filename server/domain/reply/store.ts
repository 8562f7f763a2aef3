import { columnsExcept, Prisma, type Tx } from '../../db/client.ts';
import type { ChainKey } from '../mark/store.ts';

export type ReplyRow = Prisma.ReplyGetPayload<object>;
/** What a review shows of a reply, apart from its mark. */
export const replyColumns = columnsExcept(
  Prisma.ReplyScalarFieldEnum,
  ...(['workspaceId', 'chainId', 'clientReplyId', 'markNumber'] as const),
);

/** What a reply is written below. */
export type ReplyTo = { markNumber: number } | { suggestionNumber: number };

/** Finds a reply by what its sender called it. */
export async function findReply(
  tx: Tx,
  { workspaceId, chainId }: ChainKey,
  to: ReplyTo,
  clientReplyId: string,
): Promise<ReplyRow | null> {
  return tx.reply.findFirst({ where: { workspaceId, chainId, ...to, clientReplyId } });
}

export async function countReplies(tx: Tx, { workspaceId, chainId }: ChainKey, to: ReplyTo): Promise<number> {
  return tx.reply.count({ where: { workspaceId, chainId, ...to } });
}

/** Lists the replies below suggestions, oldest first. */
export async function listSuggestionReplies(
  tx: Tx,
  { workspaceId, chainId }: ChainKey,
  numbers: readonly number[],
): Promise<ReplyRow[]> {
  const where = { workspaceId, chainId, suggestionNumber: { in: [...numbers] } };
  return tx.reply.findMany({ where, orderBy: { id: 'asc' } });
}

export async function insertReply(tx: Tx, row: Prisma.ReplyUncheckedCreateInput): Promise<void> {
  await tx.reply.create({ data: row });
}
