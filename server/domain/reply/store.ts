import { columnsExcept, Prisma, type Tx } from '../../db/client.ts';
import type { ChainKey } from '../mark/store.ts';

export type ReplyRow = Prisma.ReplyGetPayload<object>;
/** What a review shows of a reply. */
export const replyColumns = columnsExcept(Prisma.ReplyScalarFieldEnum, 'workspaceId', 'chainId', 'clientReplyId');

/** Finds a reply by what its sender called it. */
export async function findReply(
  tx: Tx,
  { workspaceId, chainId }: ChainKey,
  clientReplyId: string,
): Promise<ReplyRow | null> {
  return tx.reply.findFirst({ where: { workspaceId, chainId, clientReplyId } });
}

export async function countReplies(tx: Tx, { workspaceId, chainId }: ChainKey, markNumber: number): Promise<number> {
  return tx.reply.count({ where: { workspaceId, chainId, markNumber } });
}

export async function insertReply(tx: Tx, row: Prisma.ReplyUncheckedCreateInput): Promise<void> {
  await tx.reply.create({ data: row });
}
