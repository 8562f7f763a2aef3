import { askingFor, completeBaseline, findBaseline, keepNewest, NEVER } from '../base/store.ts';
import { returnCredits } from '../credit/store.ts';
import type { Ports, Tx } from '../ports.ts';
import { listShots, shotProgress } from '../shot/store.ts';
import { requestBases } from './compare-base.ts';
import { type ReviewRow, setStatus } from './store.ts';

/**
 * Completes a baseline that waits for nothing more, or fails it when no screenshot could be made. The undecided reviews
 * that asked for its commit are then compared with it.
 */
export async function settleBaseline(ports: Ports, tx: Tx, row: ReviewRow): Promise<void> {
  const { workspaceId, id: reviewId } = row;
  const { waiting } = await shotProgress(tx, workspaceId, reviewId);
  if (waiting > 0) return;
  const baseline = await findBaseline(tx, { workspaceId, reviewId });
  if (baseline === null || !baseline.isSent) return;
  if ((await listShots(tx, workspaceId, [reviewId])).length === 0) {
    await setStatus(tx, row, 'failed', { creditsReturned: true });
    if (!row.creditsReturned) await returnCredits(tx, workspaceId, row.creditsMonth, row.creditsSpent);
    return;
  }
  const now = ports.clock();
  if (!(await completeBaseline(tx, baseline, now))) return;
  await setStatus(tx, row, 'approved', { openedAt: now, expiresAt: NEVER });
  await keepNewest(tx, baseline, now);
  await requestBases(ports, tx, row, askingFor(baseline));
}
