import { describeFault } from '../describe-fault.ts';
import { replaceFindings } from '../finding/store.ts';
import type { JobData, Ports } from '../ports.ts';
import { findReview, lockChain } from '../review/store.ts';
import { listShots } from '../shot/store.ts';
import { chooseFindings, type Found, runRules } from './checklist.ts';
import { setScene } from './scene.ts';
import { readRulesOff, writeOpinion } from './store.ts';

type Job = JobData['second_opinion'];

/** Ends it for one shot: with what was found, or with why nothing could be. */
async function conclude(ports: Ports, job: Job, found: readonly Found[] | null, problem: string | null): Promise<void> {
  const { workspaceId, reviewId, shotId } = job;
  const review = await findReview(ports.db, workspaceId, reviewId);
  if (review === null) return;
  await ports.transaction(async (tx) => {
    await lockChain(tx, workspaceId, review.chainId);
    const shot = (await listShots(tx, workspaceId, [reviewId])).find((each) => each.id === shotId);
    if (shot === undefined) return;
    const now = await findReview(tx, workspaceId, reviewId);
    // Hints are for before the decision, and not for what was deleted meanwhile.
    if (found !== null && now?.status === 'open') {
      await replaceFindings(tx, { workspaceId, reviewId, position: shot.position }, found);
    }
    await writeOpinion(tx, { workspaceId, id: shotId }, found === null ? 'failed' : 'done', problem);
  });
}

/** Looks at one shot and keeps what it found as hints; a second run replaces what the first one found. */
export async function lookAtShot(ports: Ports, job: Job, lastTry: boolean): Promise<void> {
  const { workspaceId, reviewId, shotId } = job;
  const review = await findReview(ports.db, workspaceId, reviewId);
  const shots = await listShots(ports.db, workspaceId, [reviewId]);
  const shot = shots.find((each) => each.id === shotId);
  if (review === null || shot === undefined) return;
  if (review.status !== 'open') {
    await conclude(ports, job, null, `The review is ${review.status}.`);
    return;
  }
  try {
    const off = new Set([...(await readRulesOff(ports.db, workspaceId)), ...(job.skip ?? [])]);
    const { scene } = await setScene(ports, review, shot, shots);
    await conclude(ports, job, chooseFindings(runRules(scene, off)), null);
  } catch (error) {
    if (!lastTry) throw error;
    ports.log.error({ review: reviewId, error: describeFault(error) }, 'a second opinion failed');
    await conclude(ports, job, null, `“${shot.label}” could not be looked at. Ask again.`);
  }
}
