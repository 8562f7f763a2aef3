import { notFound } from '../failure.ts';
import type { Tx } from '../ports.ts';
import { findLaterOpen, findReview, listPasses, lockChainOf, type ReviewRow } from './store.ts';

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

/** Returns whether a pass neither failed nor was cancelled. */
export const isLiving = ({ status }: ReviewRow): boolean => status !== 'failed' && status !== 'cancelled';

/** Returns whether a later pass has opened; marks and decisions then belong there. */
export async function laterPassOpen(tx: Tx, row: ReviewRow): Promise<boolean> {
  return (await findLaterOpen(tx, row)) !== null;
}

/** Lists the pass before this one, and while those never opened, the ones before them, the latest first. */
export async function passesBefore(tx: Tx, { workspaceId, parentId }: ReviewRow): Promise<ReviewRow[]> {
  const parent = parentId === null ? null : await findReview(tx, workspaceId, parentId);
  if (parent === null) return [];
  return parent.openedAt === null ? [parent, ...(await passesBefore(tx, parent))] : [parent];
}

interface Passes {
  /** The chain's passes that are neither failed nor cancelled, and the requested one; the first one first. */
  living: ReviewRow[];
  parent: ReviewRow | null;
  /** The newest later pass that people can open, if there is one. */
  newer: ReviewRow | null;
}

export async function readPasses(tx: Tx, row: ReviewRow): Promise<Passes> {
  const all = await listPasses(tx, row.workspaceId, row.chainId);
  const shown = all.filter((each) => each.openedAt !== null && isLiving(each)).at(-1);
  return {
    living: all.filter((each) => each.id === row.id || isLiving(each)),
    parent: all.find((each) => each.id === row.parentId) ?? null,
    newer: shown !== undefined && shown.pass > row.pass ? shown : null,
  };
}
