import type { MarkPosition } from '../../contract/mark.ts';
import { bytes, columnsExcept, Prisma, type Tx } from '../../db/client.ts';
import { canBeNumber } from '../ids.ts';
import type { Place } from '../mark/rules.ts';
import type { ChainKey } from '../mark/store.ts';

export type SuggestionRow = Prisma.SuggestionGetPayload<object>;
/** What a review shows of a suggestion, apart from its place. */
export const suggestionColumns = columnsExcept(
  Prisma.SuggestionScalarFieldEnum,
  ...(['chainId', 'workspaceId', 'reviewId', 'clientSuggestionId', 'createdAt', 'updatedAt'] as const),
  ...(['x', 'y', 'width', 'height'] as const),
);

export async function findByNumber(tx: Tx, chain: ChainKey, number: number): Promise<SuggestionRow | null> {
  return canBeNumber(number) ? tx.suggestion.findFirst({ where: { ...chain, number } }) : null;
}

/** Finds suggestions by the hashes of the secrets that their guests' pages made. */
export async function findBySecrets(tx: Tx, chain: ChainKey, hashes: readonly Buffer[]): Promise<SuggestionRow[]> {
  const clientSuggestionId = { in: hashes.map((hash) => bytes(hash)) };
  return tx.suggestion.findMany({ where: { ...chain, clientSuggestionId }, orderBy: { number: 'asc' } });
}

/** Lists the pending suggestions of one pass, in the order of their numbers. */
export async function listPending(tx: Tx, workspaceId: string, reviewId: string): Promise<SuggestionRow[]> {
  return tx.suggestion.findMany({ where: { workspaceId, reviewId, status: 'pending' }, orderBy: { number: 'asc' } });
}

export async function countPending(tx: Tx, workspaceId: string, reviewId: string): Promise<number> {
  return tx.suggestion.count({ where: { workspaceId, reviewId, status: 'pending' } });
}

/** Takes the next number of the chain. The caller holds the chain's lock. */
export async function nextNumber(tx: Tx, chain: ChainKey): Promise<number> {
  const { workspaceId, chainId: id } = chain;
  const { lastSuggestion } = await tx.chain.update({
    where: { workspaceId_id: { workspaceId, id } },
    data: { lastSuggestion: { increment: 1 } },
    select: { lastSuggestion: true },
  });
  return lastSuggestion;
}

/** Returns whether the chain has ever given this number to a suggestion. */
export async function wasGiven(tx: Tx, chain: ChainKey, number: number): Promise<boolean> {
  if (!canBeNumber(number)) return false;
  const { chainId: id, workspaceId } = chain;
  return (await tx.chain.count({ where: { id, workspaceId, lastSuggestion: { gte: number } } })) > 0;
}

export async function insertSuggestion(
  tx: Tx,
  row: Omit<Prisma.SuggestionUncheckedCreateInput, 'clientSuggestionId'> & { secret: Buffer },
): Promise<SuggestionRow> {
  const { secret, ...data } = row;
  return tx.suggestion.create({ data: { ...data, clientSuggestionId: bytes(secret) } });
}

export async function updateSuggestion(
  tx: Tx,
  chain: ChainKey,
  number: number,
  data: Prisma.SuggestionUncheckedUpdateManyInput,
): Promise<void> {
  await tx.suggestion.updateMany({ where: { ...chain, number }, data });
}

/** Moves a suggestion to a screenshot of another pass of the chain. */
export async function moveSuggestion(
  tx: Tx,
  chain: ChainKey,
  number: number,
  to: { reviewId: string; shotId: string; place: Place; position: MarkPosition },
): Promise<void> {
  const { place, ...at } = to;
  await tx.suggestion.updateMany({ where: { ...chain, number }, data: { ...at, ...place } });
}

export async function deleteSuggestion(tx: Tx, chain: ChainKey, number: number): Promise<void> {
  await tx.suggestion.deleteMany({ where: { ...chain, number } });
}
