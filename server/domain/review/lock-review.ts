import { notFound } from '../failure.ts';
import type { Tx } from '../ports.ts';
import { findReview, lockChainOf, type ReviewRow } from './store.ts';

/**
 * Locks the review's chain until the transaction ends, and returns the review as it is then.
 * @throws DomainError `not_found`
 */
export async function lockReview(tx: Tx, workspaceId: string, id: string): Promise<ReviewRow> {
  await lockChainOf(tx, workspaceId, id);
  const row = await findReview(tx, workspaceId, id);
  if (row === null) throw notFound();
  return row;
}
