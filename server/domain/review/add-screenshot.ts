import { notFound, wrongState } from '../failure.ts';
import type { Handler, Tx } from '../ports.ts';
import { discardShots } from '../shot/keep-shot.ts';
import type { NewShot } from '../shot/store.ts';
import { discardAddition, insertAddition, isEmpty, nothing, readAddition } from './addition.ts';
import { claimKey, findFirst, findRepeated, Raced, toRepeatable } from './idempotency.ts';
import { settleReview, updateMarksForNewShots } from './open-review.ts';
import { lockReview } from './passes.ts';
import { getReview } from './read-reviews.ts';
import { compareAround } from './request-comparisons.ts';
import { effectiveStatus } from './rules.ts';
import { requireShard } from './shards.ts';
import { findPass, findReview, markShardSent, type ReviewRow } from './store.ts';
import { toReview } from './view.ts';

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
