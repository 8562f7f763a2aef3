import type { Tx } from '../ports.ts';
import { findReview, listPasses, type ReviewRow } from './store.ts';

const isLiving = ({ status }: ReviewRow): boolean => status !== 'failed' && status !== 'cancelled';

/** Returns whether a later pass has opened; marks and decisions then belong there. */
export async function laterPassOpen(tx: Tx, row: ReviewRow): Promise<boolean> {
  if (row.nextPassId === null) return false;
  const child = await findReview(tx, row.workspaceId, row.nextPassId);
  return child?.openedAt != null;
}

export interface Passes {
  /** The chain's passes that are neither failed nor cancelled, and the requested one; the first one first. */
  living: ReviewRow[];
  parent: ReviewRow | null;
  /** Whether a pass after this one has opened. */
  laterOpen: boolean;
  /** The newest later pass that people can open, if there is one. */
  newer: ReviewRow | null;
}

export async function readPasses(tx: Tx, row: ReviewRow): Promise<Passes> {
  const all = await listPasses(tx, row.workspaceId, row.chainId);
  const shown = all.filter((each) => each.openedAt !== null && isLiving(each)).at(-1);
  return {
    living: all.filter((each) => each.id === row.id || isLiving(each)),
    parent: all.find((each) => each.id === row.parentId) ?? null,
    laterOpen: all.find((each) => each.id === row.nextPassId)?.openedAt != null,
    newer: shown !== undefined && shown.pass > row.pass ? shown : null,
  };
}
