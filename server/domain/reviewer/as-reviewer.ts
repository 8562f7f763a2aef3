import type { ReviewStatus } from '../../contract/review.ts';
import type { ReviewerView } from '../../contract/reviewer.ts';
import { DomainError } from '../failure.ts';
import type { ChainKey } from '../mark/store.ts';
import type { UnsentMark } from '../mark/unsent.ts';
import type { Ports, Reviewer, Tx } from '../ports.ts';
import { laterPassOpen, lockReview } from '../review/passes.ts';
import { effectiveStatus, type Permissions, permissions } from '../review/rules.ts';
import { type ReviewRow, readUnsent } from '../review/store.ts';
import { readReview } from './read-review.ts';

export interface Scene {
  row: ReviewRow;
  chain: ChainKey;
  status: ReviewStatus;
  can: Permissions;
  /** What no request has sent yet. Changes of marks join it while changes are requested. */
  unsent: readonly UnsentMark[];
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
    const chain = { workspaceId: row.workspaceId, chainId: row.chainId };
    await work(tx, { row, status, can, now, chain, unsent: readUnsent(row) });
  });
  // Read after the commit, so that no person and no webhook waits for the answer.
  return readReview(ports, actor, {});
}

/** Refuses to change a mark where none can be changed. */
export function requireMarking(scene: Scene): void {
  requirePermission(scene.can.mark, scene, 'This review is approved. Change the decision to change its marks.');
}

/** Refuses with the reason that people are shown. */
export function requirePermission(allowed: boolean, scene: Scene, otherwise: string): void {
  if (!allowed) throw new DomainError('conflict', scene.can.reason ?? otherwise);
}
