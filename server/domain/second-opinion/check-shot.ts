import { beforeDeadline, type Finding, mostImportant } from '../../checklist/index.ts';
import { describeFault } from '../describe-fault.ts';
import { deleteRepeats, replaceFindings, withoutRepeats } from '../finding/store.ts';
import { countTokens } from '../health/durations.ts';
import type { JobData, Ports, Tx } from '../ports.ts';
import { findReview, lockChain } from '../review/store.ts';
import { listShots, type ShotRow } from '../shot/store.ts';
import { lastAsked } from './last-asked.ts';
import { readRequest } from './read-request.ts';
import { readRulesOff, writeOpinion } from './store.ts';

type Job = JobData['second_opinion'];

/**
 * Reading the facts usually takes a second. Text is recognised in one image at a time, which takes up to 20 seconds
 * each.
 */
const FACTS_LIMIT_MS = 100_000;
const DAY_SECONDS = 86_400;

const CLOSED = 'The review was closed before all of it was checked.';

/** Returns whether there is a newer request for the same screenshot, which then counts instead. */
const isSuperseded = async (ports: Ports, tx: Tx, { shotId, asked = 0 }: Job): Promise<boolean> =>
  (await lastAsked(ports, tx, shotId)) > asked;

/** Returns the positions of the other views of the page that a screenshot shows. */
function otherViews(shot: ShotRow, shots: readonly ShotRow[]): { earlier: number[]; later: number[] } {
  const views = shots.filter(({ id, pageUrl }) => id !== shot.id && pageUrl !== null && pageUrl === shot.pageUrl);
  const positions = views.map(({ position }) => position);
  return {
    earlier: positions.filter((position) => position < shot.position),
    later: positions.filter((position) => position > shot.position),
  };
}

/**
 * Ends the second opinion on one screenshot: stores the most important findings, or why there could be none. `unread`:
 * why rules may have missed something; `problem`: why the model may have.
 */
async function conclude(
  ports: Ports,
  job: Job,
  found: readonly Finding[] | null,
  problem: string | null,
  unread: string | null = null,
): Promise<void> {
  const { workspaceId, reviewId, shotId } = job;
  const review = await findReview(ports.db, workspaceId, reviewId);
  if (review === null) return;
  await ports.transaction(async (tx) => {
    await lockChain(tx, workspaceId, review.chainId);
    const shots = await listShots(tx, workspaceId, [reviewId]);
    const shot = shots.find((each) => each.id === shotId);
    const now = await findReview(tx, workspaceId, reviewId);
    if (shot === undefined || now === null || (await isSuperseded(ports, tx, job))) return;
    const at = { workspaceId, id: shotId };
    if (found === null) await writeOpinion(tx, at, 'failed', problem);
    else if (now.status !== 'open') await writeOpinion(tx, at, 'failed', CLOSED);
    else {
      // When the model does not answer, the findings of its earlier run stay.
      const keep = problem === null ? null : 'model';
      const of = { workspaceId, reviewId };
      const { own, repeats } = await withoutRepeats(tx, of, otherViews(shot, shots), found);
      const chosen = mostImportant(own);
      await deleteRepeats(tx, of, repeats, chosen);
      await replaceFindings(tx, { ...of, position: shot.position }, chosen, keep);
      await writeOpinion(tx, at, 'done', [unread, problem].filter(Boolean).join(' ') || null);
    }
  });
}

/**
 * Returns a function that counts one question to the model against the workspace's daily limit; null where there is no
 * model.
 */
function claimModel({ checklist, consumeRateLimit }: Ports, workspaceId: string): (() => Promise<boolean>) | null {
  if (checklist.model === null) return null;
  const limit = { max: checklist.model.shotsPerDay, seconds: DAY_SECONDS };
  return async () => (await consumeRateLimit(`vision:${workspaceId}`, limit)).allowed;
}

/** Checks one screenshot and stores the findings; they replace those of the previous run. */
export async function checkShot(ports: Ports, job: Job, lastTry: boolean, limitMs = FACTS_LIMIT_MS): Promise<void> {
  const { workspaceId, reviewId, shotId } = job;
  const review = await findReview(ports.db, workspaceId, reviewId);
  const shots = await listShots(ports.db, workspaceId, [reviewId]);
  const shot = shots.find((each) => each.id === shotId);
  if (review === null || shot === undefined) return;
  if (review.status !== 'open') {
    await conclude(ports, job, null, CLOSED);
    return;
  }
  const deadline = AbortSignal.timeout(limitMs);
  try {
    const off = new Set([...(await readRulesOff(ports.db, workspaceId)), ...(job.skip ?? [])]);
    const request = await beforeDeadline(deadline, readRequest(ports, review, shot, shots));
    const claim = job.withoutModel ? null : claimModel(ports, workspaceId);
    const result = await ports.checklist.check({ ...request, off, claimModel: claim, deadline });
    const { findings, problem, fault, tokens, isComplete } = result;
    countTokens(tokens);
    if (fault !== null) {
      const error = typeof fault === 'string' ? fault : describeFault(fault);
      ports.log.warn({ review: reviewId, error }, 'a model was asked');
    }
    const unread = isComplete ? null : `Not all of the text in “${shot.label}” could be read.`;
    await conclude(ports, job, findings, problem, unread);
  } catch (error) {
    if (!lastTry && error !== deadline.reason) throw error;
    ports.log.error({ review: reviewId, error: describeFault(error) }, 'a second opinion failed');
    await conclude(ports, job, null, `“${shot.label}” could not be checked. Ask again.`);
  }
}

/** Ends the second opinion on a screenshot that crashed its worker at every attempt; the image may be the cause. */
export async function loseOpinion(ports: Ports, job: Job): Promise<void> {
  const shots = await listShots(ports.db, job.workspaceId, [job.reviewId]);
  const shot = shots.find(({ id }) => id === job.shotId);
  if (shot?.opinion !== 'waiting') return;
  ports.log.error({ review: job.reviewId, shot: shot.id }, 'a second opinion was lost with its workers');
  await conclude(ports, job, null, `Looking at “${shot.label}” failed again and again on our side.`);
}
