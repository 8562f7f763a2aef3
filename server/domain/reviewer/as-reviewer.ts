import type { ReviewStatus } from '../../contract/review.ts';
import type { ReviewerView } from '../../contract/reviewer.ts';
import { DomainError, notFound } from '../failure.ts';
import type { ChainKey } from '../mark/store.ts';
import type { Ports, Reviewer, Tx } from '../ports.ts';
import { lockReview } from '../review/lock-review.ts';
import { laterPassOpen } from '../review/passes.ts';
import { effectiveStatus, type Permissions, permissions } from '../review/rules.ts';
import { findReview, type ReviewRow } from '../review/store.ts';
import { toReviewerView } from './reviewer-view.ts';

export interface Scene {
  row: ReviewRow;
  chain: ChainKey;
  status: ReviewStatus;
  can: Permissions;
  now: Date;
}

/**
 * Runs one change by the holder of a review link under the chain's lock, so that two people's changes follow each
 * other, and returns the state afterwards.
 */
export async function asReviewer(
  ports: Ports,
  actor: Reviewer,
  work: (tx: Tx, scene: Scene) => Promise<void>,
): Promise<ReviewerView> {
  await ports.transaction(async (tx) => {
    const row = await lockReview(tx, actor.workspaceId, actor.reviewId);
    const now = ports.clock();
    const status = effectiveStatus(row, now);
    const can = permissions(status, now >= row.expiresAt, await laterPassOpen(tx, row));
    await work(tx, { row, status, can, now, chain: { workspaceId: row.workspaceId, chainId: row.chainId } });
  });
  // Read after the commit, so that no person and no webhook waits for the answer.
  const after = await findReview(ports.db, actor.workspaceId, actor.reviewId);
  if (after === null) throw notFound();
  return toReviewerView(ports, ports.db, after);
}

/** Refuses with the reason that people are shown. */
export function requirePermission(allowed: boolean, scene: Scene, otherwise: string): void {
  if (!allowed) throw new DomainError('conflict', scene.can.reason ?? otherwise);
}
