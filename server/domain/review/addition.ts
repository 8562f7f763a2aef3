import type { Input } from '../../contract/client.ts';
import { DomainError, invalid, notFound, wrongState } from '../failure.ts';
import type { Handler, Ports, Tx } from '../ports.ts';
import { discardShots } from '../shot/keep-shot.ts';
import { requestShot, type WantedShot } from '../shot/request-shot.ts';
import { readCaptureUrl } from '../shot/rules.ts';
import { findShotByCapability, insertShots, labelsOfShard, lastPosition, type NewShot } from '../shot/store.ts';
import { claimKey, findFirst, findRepeated, Raced, toRepeatable } from './idempotency.ts';
import { settleReview, updateMarksForNewShots } from './open-review.ts';
import { lockReview } from './passes.ts';
import { getReview } from './read-reviews.ts';
import { compareAround } from './request-comparisons.ts';
import { effectiveStatus, MAX_SHOTS, requireShard } from './rules.ts';
import { findPass, findReview, markShardSent, type ReviewRow } from './store.ts';
import { keepItems, readItems } from './store-images.ts';
import { toReview } from './view.ts';
import { wantedImages, wantedViews } from './wanted.ts';

type Request = Omit<Input<'add_screenshot'>, 'id' | 'shard' | 'complete'>;

/** What a request adds to a pass, with positions that count from 0. */
interface Addition {
  /** Made and stored already */
  shots: NewShot[];
  /** To be made by a worker */
  wanted: WantedShot[];
}

export const nothing: Addition = { shots: [], wanted: [] };

/** Returns whether a request adds nothing. */
export const isEmpty = ({ image, images, capture_url }: Request): boolean =>
  image === undefined && images === undefined && capture_url !== true;

/** Reads what a request adds, and keeps its images. The caller discards them when the transaction fails. */
export async function readAddition(ports: Ports, review: ReviewRow, input: Request): Promise<Addition> {
  const { id, workspaceId, parentId } = review;
  const { image, images } = input;
  const page = readCaptureUrl(input);
  if ([page ?? undefined, image, images].filter((source) => source !== undefined).length !== 1) {
    throw invalid('image', 'Send either `image` or `images`, or `capture_url: true` with `page_url`.');
  }
  if (page !== null) return { shots: [], wanted: wantedViews(ports, page, input) };
  const first = (await lastPosition(ports.db, workspaceId, id)) + 2;
  const pathOf = (at: number): string => (image === undefined ? `images[${at}]` : 'image');
  const given = images ?? [{ ...input, image: image ?? '' }];
  const items = await readItems(ports, workspaceId, given, first, pathOf);
  const wanted = wantedImages(ports, items, pathOf);
  return { shots: await keepItems(ports, { id, workspaceId }, parentId, items, pathOf), wanted };
}

/**
 * Inserts an addition after the screenshots that are there. `what` holds them: it begins the sentence of a refusal. What
 * this shard has sent before is left out, so that a job may repeat its requests. @returns the images that were left out
 */
export async function insertAddition(
  ports: Ports,
  tx: Tx,
  row: ReviewRow,
  addition: Addition,
  { what, shard }: { what: string; shard: number | undefined },
): Promise<NewShot[]> {
  const sent = shard === undefined ? new Set<string>() : await labelsOfShard(tx, row, shard);
  const shots = addition.shots.filter(({ label }) => !sent.has(label));
  const wanted = addition.wanted.filter(({ label }) => !sent.has(label));
  const first = (await lastPosition(tx, row.workspaceId, row.id)) + 1;
  if (first + wanted.length + shots.length > MAX_SHOTS) {
    throw wrongState(
      `${what} holds up to ${MAX_SHOTS.toLocaleString('en-US')} screenshots. Open another one for more.`,
    );
  }
  await insertShots(
    tx,
    shots.map((shot) => ({ ...shot, position: first + shot.position, shard: shard ?? null })),
  );
  for (const each of wanted) await requestShot(ports, tx, row, { ...each, position: first + each.position, shard });
  return addition.shots.filter((shot) => !shots.includes(shot));
}

/** Returns whether the rows of an addition exist, which were inserted together; true when that cannot be checked. */
async function areKept(ports: Ports, [shot]: readonly NewShot[]): Promise<boolean> {
  if (shot === undefined) return false;
  return findShotByCapability(ports.db, shot.capability).then(
    (row) => row !== null,
    () => true,
  );
}

/** Removes the files of an addition whose transaction ended with `error`. */
export async function discardAddition(ports: Ports, { shots }: Addition, error: unknown): Promise<void> {
  // An error of another kind may have come after the commit: then the rows need their files.
  if (error instanceof DomainError || !(await areKept(ports, shots))) await discardShots(ports, shots);
}

const parentOf = async (tx: Tx, { workspaceId, parentId }: ReviewRow): Promise<ReviewRow | null> =>
  parentId === null ? null : findPass(tx, workspaceId, parentId);

/**
 * Adds images, or the views of a further page, to an undecided review. A request that repeats an earlier one's key adds
 * nothing, and answers with the review as it is now.
 */
export const addScreenshot: Handler<'add_screenshot'> = async (ports, actor, request) => {
  const { shard, complete, client_request_id: _, ...input } = request;
  const review = await findReview(ports.db, actor.workspaceId, input.id);
  if (review === null) throw notFound();
  const repeatable = toRepeatable(actor.workspaceId, request);
  if ((await findRepeated(ports, repeatable)) !== null) return getReview(ports, actor, input);
  requireShard(review, shard);
  const isSent = shard !== undefined && complete === true;
  const addition = isSent && isEmpty(input) ? nothing : await readAddition(ports, review, input);
  try {
    let left: NewShot[] = [];
    const added = await ports.transaction(async (tx) => {
      const row = await lockReview(tx, actor.workspaceId, review.id);
      await claimKey(tx, repeatable, row.id, ports.clock());
      const status = effectiveStatus(row, ports.clock());
      if (status !== 'open' && status !== 'preparing') {
        throw wrongState(`Screenshots can be added before the decision only; this review is ${status}.`, { status });
      }
      left = await insertAddition(ports, tx, row, addition, { what: 'A review', shard });
      if (addition.shots.length > 0 && status === 'open') await updateMarksForNewShots(ports, tx, row);
      if (addition.shots.length > 0) await compareAround(ports, tx, row);
      if (isSent && !row.shardsSent.includes(shard)) {
        await settleReview(ports, tx, await markShardSent(tx, row, shard), await parentOf(tx, row));
      }
      return toReview(ports, tx, row);
    });
    await discardShots(ports, left);
    return added;
  } catch (error) {
    await discardAddition(ports, addition, error);
    if (!(error instanceof Raced)) throw error;
    await findFirst(ports, repeatable);
    return getReview(ports, actor, input);
  }
};
