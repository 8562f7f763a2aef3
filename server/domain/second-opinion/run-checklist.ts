import { replaceFindings } from '../finding/store.ts';
import type { JobData, Ports } from '../ports.ts';
import { findReview, lockChain } from '../review/store.ts';
import { listShots } from '../shot/store.ts';
import { checklist } from './rules.ts';

/** Looks at one shot and keeps what it found as hints; a second run replaces what the first one found. */
export async function runChecklist(ports: Ports, job: JobData['second_opinion']): Promise<void> {
  const { workspaceId, reviewId, shotId } = job;
  const review = await findReview(ports.db, workspaceId, reviewId);
  const shot = (await listShots(ports.db, workspaceId, [reviewId])).find((each) => each.id === shotId);
  if (review === null || shot === undefined || review.status !== 'open') return;
  const picture = await ports.images.measure(await ports.storage.get(shot.storageKey));
  const findings = checklist({ type: review.type, shot, picture });
  await ports.transaction(async (tx) => {
    await lockChain(tx, workspaceId, review.chainId);
    // Hints are for before the decision, and not for what was deleted meanwhile.
    if ((await findReview(tx, workspaceId, reviewId))?.status !== 'open') return;
    await replaceFindings(tx, { workspaceId, reviewId, position: shot.position }, findings);
  });
}
