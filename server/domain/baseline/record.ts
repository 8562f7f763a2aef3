import { findBaseline, findWaitingBaseline, insertBaseline, markSent } from '../base/store.ts';
import { pay, priceOf, requireCredits } from '../credit/pay.ts';
import { DomainError, notFound, wrongState } from '../failure.ts';
import { newId } from '../ids.ts';
import type { ClientActor, Handler, Push, Tx } from '../ports.ts';
import { discardAddition, insertAddition, isEmpty, nothing, readAddition } from '../review/addition.ts';
import { claimKey, findFirst, findRepeated, Raced, toRepeatable } from '../review/idempotency.ts';
import { requireShard, shardsLeft } from '../review/rules.ts';
import { settleBaseline } from '../review/settle-baseline.ts';
import { readSource } from '../review/source.ts';
import { findPass, insertChain, insertReview, lockChain, markShardSent } from '../review/store.ts';
import { discardImages, storeImages } from '../review/store-images.ts';
import { toNewReview } from '../review/to-new-review.ts';
import { discardShots } from '../shot/keep-shot.ts';
import { requestShot } from '../shot/request-shot.ts';
import { insertShots, type NewShot } from '../shot/store.ts';
import { holdWorkspace, takeTurn } from '../workspace/store.ts';
import { toBaseline } from './view.ts';

/**
 * Refuses a client that may not write this baseline. A person's try token may. A job's token may only for the
 * commit, branch and repository whose push started the job: pull requests, forks and manual runs write none. Other
 * tokens belong to agents, whose work the baselines judge.
 * @throws DomainError `forbidden`
 */
export function requireRecorder({ bearer, push }: ClientActor, { repository, branch, commit }: Push): void {
  if (bearer === 'try') return;
  if (push === null) {
    throw new DomainError(
      'forbidden',
      'Baselines are recorded by a workflow that runs on `push`, or with a try token. This token belongs to neither.',
    );
  }
  if (push.repository === repository && push.branch === branch && push.commit === commit) return;
  throw new DomainError(
    'forbidden',
    `This job was started by a push of ${push.commit} to ${push.branch} of ${push.repository}. It can record the baseline of exactly that.`,
  );
}

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
