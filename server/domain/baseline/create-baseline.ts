import { findWaitingBaseline, insertBaseline } from '../base/store.ts';
import { pay, priceOf, requireCredits } from '../credit/pay.ts';
import { notFound } from '../failure.ts';
import { newId } from '../ids.ts';
import type { Handler, Tx } from '../ports.ts';
import { claimKey, findFirst, findRepeated, Raced, toRepeatable } from '../review/idempotency.ts';
import { settleBaseline } from '../review/settle-baseline.ts';
import { readSource } from '../review/source.ts';
import { findPass, insertChain, insertReview } from '../review/store.ts';
import { discardImages, storeImages } from '../review/store-images.ts';
import { toNewReview } from '../review/to-new-review.ts';
import { requestShot } from '../shot/request-shot.ts';
import { insertShots } from '../shot/store.ts';
import { holdWorkspace, takeTurn } from '../workspace/store.ts';
import { requireRecorder } from './require-recorder.ts';
import { toBaseline } from './view.ts';

/** When a baseline expires whose client never sends the rest, or of which no screenshot can be made. */
const incompleteUntil = (now: Date): Date => new Date(now.getTime() + 86_400_000);

/** Returns the baseline that another shard has created, with the workspace locked so that no two create it. */
async function findSharded(tx: Tx, of: Parameters<typeof findWaitingBaseline>[1]): Promise<string | null> {
  await takeTurn(tx, of.workspaceId);
  return findWaitingBaseline(tx, of);
}

/**
 * Records the screenshots of a commit. They are those of a pass without links, marks or a decision. A request that
 * repeats an earlier one's key answers with the baseline that it made.
 */
export const createBaseline: Handler<'create_baseline'> = async (ports, actor, input) => {
  const { workspaceId } = actor;
  const { repository, name, branch, commit, complete = true, client_request_id: _, ...sources } = input;
  requireRecorder(actor, input);
  const repeatable = toRepeatable(workspaceId, input);
  const earlier = await findRepeated(ports, repeatable);
  if (earlier !== null) return toBaseline(ports, ports.db, workspaceId, earlier);
  const source = readSource(sources);
  const now = ports.clock();
  const id = newId(now);
  const images = await storeImages(ports, { id, workspaceId }, null, source, sources);
  const price = priceOf(ports, workspaceId, source.kind, now);
  // A push of the repository records one by itself; everybody else decides to.
  if (actor.push !== null) price.cost = 0;
  const made = { id, source: source.kind, parent: null, pageUrl: images.pageUrl, ready: false, price, now };
  const row = {
    ...toNewReview(ports, { title: name, revision: commit, shards: sources.shards }, made),
    isBaseline: true,
    expiresAt: incompleteUntil(now),
  };
  try {
    return await ports.transaction(async (tx) => {
      const joined = sources.shards === undefined ? null : await findSharded(tx, { workspaceId, ...input });
      if (joined !== null) return toBaseline(ports, tx, workspaceId, joined);
      if (!(await holdWorkspace(tx, workspaceId))) throw notFound('workspace');
      await claimKey(tx, repeatable, id, now);
      await requireCredits(tx, price);
      await insertChain(tx, { id, workspaceId, createdAt: now });
      const review = await insertReview(tx, row);
      await insertBaseline(tx, {
        reviewId: id,
        workspaceId,
        repository,
        name,
        branch,
        commit,
        isSent: complete && sources.shards === undefined,
      });
      await insertShots(tx, images.shots);
      for (const each of images.wanted) await requestShot(ports, tx, review, each);
      await settleBaseline(ports, tx, review);
      const made = await toBaseline(ports, tx, workspaceId, id);
      await pay(tx, price);
      return made;
    });
  } catch (error) {
    const isThere = await findPass(ports.db, workspaceId, id).then(
      (found) => found !== null,
      () => true,
    );
    if (!isThere) await discardImages(ports, images);
    if (!(error instanceof Raced)) throw error;
    return toBaseline(ports, ports.db, workspaceId, await findFirst(ports, repeatable));
  }
};
