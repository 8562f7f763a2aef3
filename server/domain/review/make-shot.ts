import { describeFault } from '../describe-fault.ts';
import type { JobData, Ports } from '../ports.ts';
import { discardShots, keepShots, shotsBefore } from '../shot/keep-shot.ts';
import { type Missing, makeImages, PermanentError } from '../shot/make-images.ts';
import {
  findShotByCapability,
  findShotRequest,
  finishShotRequest,
  forgetDocument,
  insertMissing,
  insertShots,
  type NewShot,
  noChange,
  type ShotRequestRow,
} from '../shot/store.ts';
import { settleReview } from './open-review.ts';
import { compareAround } from './request-comparisons.ts';
import { findPass, lockChain, type ReviewRow } from './store.ts';

/** Returns why the screenshot cannot be made, in words for people; null when a retry may help. */
function permanentReason(ports: Ports, error: unknown): string | null {
  if (error instanceof PermanentError) return error.message;
  const known = [ports.captureView.isFailure, ports.images.isRefusal, ports.pdf.isRefusal, ports.outbound.isFailure];
  return known.some((isKnown) => isKnown(error)) && error instanceof Error ? error.message : null;
}

/** What had happened to the review by then, which stays true whatever happens to it later. */
const closedBy = {
  approved: 'The review was decided',
  changes_requested: 'The review was decided',
  superseded: 'A newer pass was opened',
  cancelled: 'The review was withdrawn',
  failed: 'The review failed',
};

/**
 * Returns why a review accepts no more screenshots; null while it is undecided and not superseded. A review that a
 * later pass superseded before it opened still accepts them, because the later pass is compared with them.
 */
function closedReason({ status, openedAt }: ReviewRow): string | null {
  const isSuperseded = status === 'superseded' && openedAt === null;
  if (status === 'preparing' || status === 'open' || isSuperseded) return null;
  return `${closedBy[status]} before this screenshot was made.`;
}

type Outcome = { shots: NewShot[]; missing: Missing[] } | { problem: string };

/**
 * Ends the request, and returns whether its screenshots were kept. Those that arrive after the decision are dropped,
 * because no reviewer has seen them.
 */
async function finish(ports: Ports, request: ShotRequestRow, review: ReviewRow, outcome: Outcome): Promise<boolean> {
  const { workspaceId } = request;
  const kept = await ports.transaction(async (tx) => {
    await lockChain(tx, workspaceId, review.chainId);
    const current = (await findPass(tx, workspaceId, review.id)) ?? review;
    const problem = 'problem' in outcome ? outcome.problem : closedReason(current);
    const at = ports.clock();
    const status = problem === null ? 'made' : 'given_up';
    const places = 'shots' in outcome ? outcome.shots.length + outcome.missing.length : 1;
    if (!(await finishShotRequest(tx, { id: request.id, workspaceId, status, problem, places, at }))) return false;
    if (problem === null && 'shots' in outcome) {
      // Those that were compared with another pass than the previous one is now are compared again.
      const isSame = current.parentId === review.parentId;
      await insertShots(tx, isSame ? outcome.shots : outcome.shots.map((shot) => ({ ...shot, ...noChange })));
      for (const each of outcome.missing) await insertMissing(tx, request, { ...each, at });
    }
    const { parentId } = current;
    const parent = parentId === null ? null : await findPass(tx, workspaceId, parentId);
    await settleReview(ports, tx, current, parent);
    await compareAround(ports, tx, current);
    return problem === null;
  });
  // The request has ended and needs its document no more. If removing it fails, the cleanup finds it.
  if (request.fileKey !== null) {
    await removeDocument(ports, request, request.fileKey).catch((error: unknown) => {
      ports.log.warn({ review: review.id, error: describeFault(error).message }, 'a document was not removed');
    });
  }
  return kept;
}

async function removeDocument(ports: Ports, { id, workspaceId }: ShotRequestRow, key: string): Promise<void> {
  await ports.storage.remove(key);
  await forgetDocument(ports.db, workspaceId, id);
}

/**
 * Removes the files after a failure that may have come before or after the commit, unless the rows exist. Waits for the
 * chain's lock, so that it sees a commit that is still under way. When that cannot be checked, the files stay.
 */
async function discardUnlessKept(ports: Ports, review: ReviewRow, shots: readonly NewShot[]): Promise<void> {
  const isKept = await ports
    .transaction(async (tx) => {
      await lockChain(tx, review.workspaceId, review.chainId);
      const there = await Promise.all(shots.map(({ capability }) => findShotByCapability(tx, capability)));
      return there.some((shot) => shot !== null);
    })
    .catch(() => true);
  if (!isKept) await discardShots(ports, shots);
}

/** Makes and stores what a request asks for. @throws when nothing could be made; then nothing is stored */
async function make(ports: Ports, request: ShotRequestRow, review: ReviewRow) {
  const { images, missing } = await makeImages(ports, request);
  const before = await shotsBefore(ports, review.workspaceId, review.parentId);
  const shots = await keepShots(ports, review, before, images, { ahead: true });
  const [first] = missing;
  if (shots.length === 0) throw new PermanentError(first?.problem ?? 'There is nothing to see in it.');
  return { shots, missing };
}

/** Makes the screenshots of a request. A job that runs twice finds its request ended and does nothing. */
export async function makeShot(ports: Ports, job: JobData['make_shot'], lastTry: boolean): Promise<void> {
  const { workspaceId } = job;
  const request = await findShotRequest(ports.db, workspaceId, job.requestId);
  if (request === null || request.status !== 'waiting') return;
  const review = await findPass(ports.db, workspaceId, request.reviewId);
  if (review === null) return;
  const closed = closedReason(review);
  if (closed !== null) {
    await finish(ports, request, review, { problem: closed });
    return;
  }
  let made: { shots: NewShot[]; missing: Missing[] };
  try {
    made = await make(ports, request, review);
  } catch (error) {
    const problem =
      permanentReason(ports, error) ??
      (lastTry ? 'Something went wrong on our side while making it. Try again.' : null);
    if (problem === null) throw error;
    ports.log.warn(
      { review: review.id, label: request.label, problem, error: describeFault(error).message },
      'screenshot given up',
    );
    await finish(ports, request, review, { problem });
    return;
  }
  const kept = await finish(ports, request, review, made).catch(async (error: unknown) => {
    await discardUnlessKept(ports, review, made.shots);
    throw error;
  });
  if (!kept) await discardShots(ports, made.shots);
}

/** Ends a request whose every attempt crashed its worker; the page itself may be the cause. */
export async function loseShot(ports: Ports, job: JobData['make_shot']): Promise<void> {
  const { workspaceId } = job;
  const request = await findShotRequest(ports.db, workspaceId, job.requestId);
  const review = request === null ? null : await findPass(ports.db, workspaceId, request.reviewId);
  if (request === null || review === null) return;
  ports.log.error({ review: review.id, label: request.label }, 'a screenshot was lost with its workers');
  await finish(ports, request, review, {
    problem: 'Making it failed again and again on our side. Is the page very heavy?',
  });
}
