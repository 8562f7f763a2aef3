import type { MarkKind, MarkPosition } from '../../contract/mark.ts';
import type { Suggestion } from '../../contract/review.ts';
import { bytes, type Prisma, type Tx } from '../../db/client.ts';
import { canBeNumber } from '../ids.ts';
import type { Place } from '../mark/rules.ts';
import type { ChainKey } from '../mark/store.ts';

// The kind, the position and the status are our own words: nothing else is ever stored.
export type SuggestionRow = Prisma.SuggestionGetPayload<object> & {
  kind: MarkKind;
  position: MarkPosition;
  status: Suggestion['status'];
};

export async function findByNumber(tx: Tx, chain: ChainKey, number: number): Promise<SuggestionRow | null> {
  if (!canBeNumber(number)) return null;
  return (await tx.suggestion.findFirst({ where: { ...chain, number } })) as SuggestionRow | null;
}

/** By the hashes of the secrets that their guests' pages made. */
export async function findBySecrets(tx: Tx, chain: ChainKey, hashes: readonly Buffer[]): Promise<SuggestionRow[]> {
  const clientSuggestionId = { in: hashes.map((hash) => bytes(hash)) };
  const rows = await tx.suggestion.findMany({ where: { ...chain, clientSuggestionId }, orderBy: { number: 'asc' } });
  return rows as SuggestionRow[];
}

/** Those that wait on one pass, in the order of their numbers. */
export async function listPending(tx: Tx, workspaceId: string, reviewId: string): Promise<SuggestionRow[]> {
  const where = { workspaceId, reviewId, status: 'pending' };
  return (await tx.suggestion.findMany({ where, orderBy: { number: 'asc' } })) as SuggestionRow[];
}

export async function countPending(tx: Tx, workspaceId: string, reviewId: string): Promise<number> {
  return tx.suggestion.count({ where: { workspaceId, reviewId, status: 'pending' } });
}

/** The next number of the chain; the caller holds the chain's lock. */
export async function nextNumber(tx: Tx, chain: ChainKey): Promise<number> {
  const [row] = await tx.$queryRaw<{ number: number }[]>`
    UPDATE chain SET last_suggestion = last_suggestion + 1
    WHERE id = ${chain.chainId} AND workspace_id = ${chain.workspaceId}
    RETURNING last_suggestion AS number`;
  if (row === undefined) throw new Error('The chain of a review is missing');
  return row.number;
}

/** Whether the chain has ever given this number to a suggestion. */
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
  return (await tx.suggestion.create({
    data: { ...data, clientSuggestionId: bytes(secret) },
  })) as SuggestionRow;
}

export async function updateSuggestion(
  tx: Tx,
  chain: ChainKey,
  number: number,
  data: Prisma.SuggestionUncheckedUpdateManyInput,
): Promise<void> {
  await tx.suggestion.updateMany({ where: { ...chain, number }, data });
}

/** To a shot of another pass of the chain. */
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

export async function deleteSuggestions(tx: Tx, workspaceId: string, reviewId: string): Promise<void> {
  await tx.suggestion.deleteMany({ where: { workspaceId, reviewId } });
}
