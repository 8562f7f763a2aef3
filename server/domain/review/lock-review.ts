import { notFound } from '../failure.ts';
import type { Tx } from '../ports.ts';
import { findReview, lockChainOf, type ReviewRow } from './store.ts';

/**
 * The review as it is once nobody else changes its chain, which is kept until the transaction ends.
 * @throws DomainError `not_found`
 */
export async function lockReview(tx: Tx, workspaceId: string, id: string): Promise<ReviewRow> {
  await lockChainOf(tx, workspaceId, id);
  const row = await findReview(tx, workspaceId, id);
  if (row === null) throw notFound();
  return row;
}
