import { describeFault } from '../describe-fault.ts';
import { replaceFindings, withoutRepeats } from '../finding/store.ts';
import type { JobData, Ports, Tx } from '../ports.ts';
import { findReview, lockChain } from '../review/store.ts';
import { listShots, type ShotRow } from '../shot/store.ts';
import { askModel } from './ask-model.ts';
import { chooseFindings, type Found, runRules } from './checklist.ts';
import { lastAsked } from './last-asked.ts';
import { mergeModel } from './merge-model.ts';
import { setScene } from './scene.ts';
import { readRulesOff, writeOpinion } from './store.ts';
import { TooLate, within } from './within.ts';

type Job = JobData['second_opinion'];

/**
 * For all that the rules need to know, a second as a rule. Plain pictures are read one after the other, each in up to 20
 * seconds: three others may be before this one.
 */
const SCENE_LIMIT_MS = 100_000;

const CLOSED = 'The review was closed before all of it was looked at.';

/** Whether the same shot was asked about again since: then that is what counts. */
const isOvertaken = async (ports: Ports, tx: Tx, { shotId, asked = 0 }: Job): Promise<boolean> =>
  (await lastAsked(ports, tx, shotId)) > asked;

/** Where the other views of the page are that a shot shows. */
function otherViews(shot: ShotRow, shots: readonly ShotRow[]): { earlier: number[]; later: number[] } {
  const views = shots.filter(({ id, pageUrl }) => id !== shot.id && pageUrl !== null && pageUrl === shot.pageUrl);
  const positions = views.map(({ position }) => position);
  return {
    earlier: positions.filter((position) => position < shot.position),
    later: positions.filter((position) => position > shot.position),
  };
}

/** Ends it for one shot: with the most important of what was found, or with why nothing could be. */
async function conclude(ports: Ports, job: Job, found: readonly Found[] | null, problem: string | null): Promise<void> {
  const { workspaceId, reviewId, shotId } = job;
  const review = await findReview(ports.db, workspaceId, reviewId);
  if (review === null) return;
  await ports.transaction(async (tx) => {
    await lockChain(tx, workspaceId, review.chainId);
    const shots = await listShots(tx, workspaceId, [reviewId]);
    const shot = shots.find((each) => each.id === shotId);
    const now = await findReview(tx, workspaceId, reviewId);
    if (shot === undefined || now === null || (await isOvertaken(ports, tx, job))) return;
    const at = { workspaceId, id: shotId };
    if (found === null) await writeOpinion(tx, at, 'failed', problem);
    else if (now.status !== 'open') await writeOpinion(tx, at, 'failed', CLOSED);
    else {
      // What a model said before is not taken back by one that is not heard.
      const keep = problem === null ? null : 'model';
      const own = await withoutRepeats(tx, { workspaceId, reviewId }, otherViews(shot, shots), found);
      await replaceFindings(tx, { workspaceId, reviewId, position: shot.position }, chooseFindings(own), keep);
      await writeOpinion(tx, at, 'done', problem);
    }
  });
}

/** Looks at one shot and keeps what it found as hints; a second run replaces what the first one found. */
export async function lookAtShot(ports: Ports, job: Job, lastTry: boolean, limitMs = SCENE_LIMIT_MS): Promise<void> {
  const { workspaceId, reviewId, shotId } = job;
  const review = await findReview(ports.db, workspaceId, reviewId);
  const shots = await listShots(ports.db, workspaceId, [reviewId]);
  const shot = shots.find((each) => each.id === shotId);
  if (review === null || shot === undefined) return;
  if (review.status !== 'open') {
    await conclude(ports, job, null, CLOSED);
    return;
  }
  try {
    const off = new Set([...(await readRulesOff(ports.db, workspaceId)), ...(job.skip ?? [])]);
    const { scene, bytes } = await within(limitMs, setScene(ports, review, shot, shots));
    const computed = runRules(scene, off);
    const said = job.withoutModel ? null : await askModel(ports, { review, scene, computed, picture: bytes, off });
    await conclude(ports, job, mergeModel(computed, said?.found ?? []), said?.problem ?? null);
  } catch (error) {
    if (!lastTry && !(error instanceof TooLate)) throw error;
    ports.log.error({ review: reviewId, error: describeFault(error) }, 'a second opinion failed');
    await conclude(ports, job, null, `“${shot.label}” could not be looked at. Ask again.`);
  }
}

/** Ends it for a shot whose workers died, every one: the picture may be what kills them. */
export async function loseOpinion(ports: Ports, job: Job): Promise<void> {
  const shots = await listShots(ports.db, job.workspaceId, [job.reviewId]);
  const shot = shots.find(({ id }) => id === job.shotId);
  if (shot?.opinion !== 'waiting') return;
  ports.log.error({ review: job.reviewId, shot: shot.id }, 'a second opinion was lost with its workers');
  await conclude(ports, job, null, `Looking at “${shot.label}” failed again and again on our side.`);
}
