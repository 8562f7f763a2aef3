import { findBaseline, markSent } from '../base/store.ts';
import { notFound, wrongState } from '../failure.ts';
import type { Handler, Tx } from '../ports.ts';
import { discardAddition, insertAddition, isEmpty, nothing, readAddition } from '../review/addition.ts';
import { claimKey, findFirst, findRepeated, Raced, toRepeatable } from '../review/idempotency.ts';
import { settleBaseline } from '../review/settle-baseline.ts';
import { requireShard, shardsLeft } from '../review/shards.ts';
import { findPass, lockChain, markShardSent } from '../review/store.ts';
import { discardShots } from '../shot/keep-shot.ts';
import type { NewShot } from '../shot/store.ts';
import { requireRecorder } from './require-recorder.ts';
import { toBaseline } from './view.ts';

/** Notes that a client, or this shard, has sent everything. Returns whether all have. */
async function isAllSent(tx: Tx, key: { workspaceId: string; reviewId: string }, shard: number | undefined) {
  if (shard === undefined) return true;
  const row = await findPass(tx, key.workspaceId, key.reviewId);
  return row !== null && shardsLeft(await markShardSent(tx, row, shard)) === 0;
}

/**
 * Adds an image or a page to a baseline whose client has not sent everything, and notes when it has. A request that
 * repeats an earlier one's key adds nothing, and answers with the baseline as it is now.
 */
export const addToBaseline: Handler<'add_to_baseline'> = async (ports, actor, request) => {
  const { shard, complete = true, client_request_id: _, ...input } = request;
  const { workspaceId } = actor;
  const key = { workspaceId, reviewId: input.id };
  const baseline = await findBaseline(ports.db, key);
  const review = baseline === null ? null : await findPass(ports.db, workspaceId, input.id);
  if (baseline === null || review === null) throw notFound('baseline');
  requireRecorder(actor, baseline);
  const repeatable = toRepeatable(workspaceId, request);
  if ((await findRepeated(ports, repeatable)) !== null) return toBaseline(ports, ports.db, workspaceId, input.id);
  requireShard(review, shard);
  const addition = complete && isEmpty(input) ? nothing : await readAddition(ports, review, input);
  try {
    let left: NewShot[] = [];
    const added = await ports.transaction(async (tx) => {
      await lockChain(tx, workspaceId, review.chainId);
      const [current, row] = [await findBaseline(tx, key), await findPass(tx, workspaceId, input.id)];
      if (current === null || row === null) throw notFound('baseline');
      await claimKey(tx, repeatable, review.id, ports.clock());
      if (current.isSent && addition !== nothing) {
        throw wrongState(
          'This baseline was sent completely. Create another one for the same commit; the newest one counts.',
        );
      }
      left = await insertAddition(ports, tx, row, addition, { what: 'A baseline', shard });
      if (complete && (await isAllSent(tx, key, shard))) await markSent(tx, key);
      await settleBaseline(ports, tx, row);
      return toBaseline(ports, tx, workspaceId, input.id);
    });
    await discardShots(ports, left);
    return added;
  } catch (error) {
    await discardAddition(ports, addition, error);
    if (!(error instanceof Raced)) throw error;
    await findFirst(ports, repeatable);
    return toBaseline(ports, ports.db, workspaceId, input.id);
  }
};
