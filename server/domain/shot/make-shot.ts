import type { JobData, Ports } from '../ports.ts';
import { settleReview } from '../review/open-review.ts';
import { findReview, lockChain, type ReviewRow } from '../review/store.ts';
import { discardShots, keepShot, type Picture, shotsBefore } from './keep-shot.ts';
import { inputPlace } from './request-shot.ts';
import type { ShotInput } from './rules.ts';
import { findShotRequest, finishShotRequest, insertShot, type NewShot, type ShotRequestRow } from './store.ts';

const FETCH_TIMEOUT_MS = 20_000;

/** A failure that trying again will not mend; its message is for the person who submitted the review. */
class Hopeless extends Error {}

async function fetchImage(ports: Ports, url: string): Promise<Buffer> {
  const answer = await ports.outbound.request({
    url,
    use: 'fetch',
    method: 'GET',
    headers: { accept: 'image/png,image/jpeg,image/webp' },
    timeoutMs: FETCH_TIMEOUT_MS,
    maxBytes: ports.settings.maxImageBytes,
    maxRedirects: 3,
  });
  if (answer.status !== 200) throw new Hopeless(`The image’s address answered ${answer.status}.`);
  return answer.body;
}

async function makePicture(ports: Ports, request: ShotRequestRow): Promise<Picture> {
  if (request.input === null) throw new Hopeless('What was asked for is no longer known.');
  const input = JSON.parse(ports.secrets.open(request.input, inputPlace(request.id)).toString()) as ShotInput;
  const { label, position } = request;
  if (input.kind === 'fetch') {
    const bytes = await fetchImage(ports, input.url);
    return { bytes, label, position, pageUrl: input.pageUrl, viewport: input.viewport };
  }
  const { bytes } = await ports.captureView.capture(
    { url: input.url, headers: input.headers, cookies: input.cookies, waitFor: input.wait_for, mask: input.mask },
    input.viewport,
  );
  return { bytes, label, position, pageUrl: input.url, viewport: input.viewport };
}

/** Why the shot cannot be made, in words for people; null when it may be worth another try. */
function hopelessReason(ports: Ports, error: unknown): string | null {
  if (error instanceof Hopeless) return error.message;
  if (ports.captureView.isFailure(error) || ports.images.isRefusal(error) || ports.outbound.isFailure(error)) {
    return error.message;
  }
  return null;
}

/** Why a review takes no more shots; null while nobody has decided and nothing took its place. */
const closedReason = ({ status }: ReviewRow): string | null =>
  status === 'preparing' || status === 'open' ? null : `The review is ${status}.`;

/** Ends the request, and says whether the shot was kept: one that comes after the decision was never seen by anybody. */
async function finish(
  ports: Ports,
  request: ShotRequestRow,
  review: ReviewRow,
  outcome: { shot: NewShot } | { problem: string },
): Promise<boolean> {
  const { workspaceId } = request;
  return ports.transaction(async (tx) => {
    await lockChain(tx, workspaceId, review.chainId);
    const current = (await findReview(tx, workspaceId, review.id)) ?? review;
    const problem = 'problem' in outcome ? outcome.problem : closedReason(current);
    const finished = await finishShotRequest(tx, {
      id: request.id,
      workspaceId,
      status: problem === null ? 'made' : 'given_up',
      problem,
      at: ports.clock(),
    });
    if (!finished) return false;
    if (problem === null && 'shot' in outcome) await insertShot(tx, outcome.shot);
    const parent = review.parentId === null ? null : await findReview(tx, workspaceId, review.parentId);
    await settleReview(ports, tx, current, parent);
    return problem === null;
  });
}

/** Makes one shot that was asked for. A job that comes twice finds its request ended and does nothing. */
export async function makeShot(ports: Ports, job: JobData['make_shot'], lastTry: boolean): Promise<void> {
  const { workspaceId } = job;
  const request = await findShotRequest(ports.db, workspaceId, job.requestId);
  if (request === null || request.status !== 'waiting') return;
  const review = await findReview(ports.db, workspaceId, request.reviewId);
  if (review === null) return;
  const closed = closedReason(review);
  if (closed !== null) {
    await finish(ports, request, review, { problem: closed });
    return;
  }
  let shot: NewShot;
  try {
    const picture = await makePicture(ports, request);
    shot = await keepShot(ports, review, await shotsBefore(ports, workspaceId, review.parentId), picture);
  } catch (error) {
    const problem =
      hopelessReason(ports, error) ?? (lastTry ? 'Something of ours failed while making it. Try again.' : null);
    if (problem === null) throw error;
    ports.log.warn({ review: review.id, label: request.label, problem, error: String(error) }, 'shot given up');
    await finish(ports, request, review, { problem });
    return;
  }
  // When this throws, the commit may have happened all the same: then the row needs its files.
  const kept = await finish(ports, request, review, { shot });
  if (!kept) await discardShots(ports, [shot]);
}

/** Ends a request whose workers died, every one: the page behind it may be what kills them. */
export async function loseShot(ports: Ports, job: JobData['make_shot']): Promise<void> {
  const { workspaceId } = job;
  const request = await findShotRequest(ports.db, workspaceId, job.requestId);
  const review = request === null ? null : await findReview(ports.db, workspaceId, request.reviewId);
  if (request === null || review === null) return;
  ports.log.error({ review: review.id, label: request.label }, 'a shot was lost with its workers');
  await finish(ports, request, review, {
    problem: 'Making it failed again and again on our side. Is the page very heavy?',
  });
}
