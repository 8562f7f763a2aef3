import type { Input } from '../../contract/client.ts';
import type { Review } from '../../contract/review.ts';
import { chooseBase } from '../base/choose.ts';
import { baseColumns, listKnownBases } from '../base/store.ts';
import { type Price, pay, priceOf, requireCredits } from '../credit/pay.ts';
import { DomainError, invalid, notFound, refuseAsInvalid, wrongState } from '../failure.ts';
import { newId } from '../ids.ts';
import type { Handler, Ports, Tx } from '../ports.ts';
import { requestShot } from '../shot/request-shot.ts';
import { insertShots } from '../shot/store.ts';
import { holdWorkspace, takeTurn } from '../workspace/store.ts';
import { claimKey, findFirst, findRepeated, Raced, type RepeatableRequest, toRepeatable } from './idempotency.ts';
import { openReview } from './open-review.ts';
import { compareAround } from './request-comparisons.ts';
import { readSource } from './source.ts';
import {
  claimNextPass,
  findReview,
  findWaiting,
  insertChain,
  insertReview,
  lockChain,
  type NewReview,
  type ReviewRow,
} from './store.ts';
import { discardImages, type StoredImages, storeImages } from './store-images.ts';
import { toNewReview } from './to-new-review.ts';
import { toReview } from './view.ts';

type Request = Input<'create_review'>;

/** Everything that the transaction stores. */
interface Draft {
  row: NewReview;
  parent: ReviewRow | null;
  images: StoredImages;
  price: Price;
  repeatable: RepeatableRequest | null;
  now: Date;
}

/** Returns whether every screenshot is there already. */
const isReady = ({ wanted }: StoredImages, { shards }: { shards?: number | null | undefined }): boolean =>
  wanted.length === 0 && shards == null;

/** Returns the review that another shard has created, with the workspace locked so that no two create it. */
async function findSharded(tx: Tx, row: NewReview, now: Date): Promise<ReviewRow | null> {
  const { workspaceId, reference, revision, shards } = row;
  if (shards == null) return null;
  await takeTurn(tx, workspaceId);
  return findWaiting(tx, { workspaceId, reference: reference ?? null, revision: revision ?? null, shards }, now);
}

function requireLiving(parent: ReviewRow | null): ReviewRow {
  if (parent === null) {
    throw invalid(
      'parent_id',
      '`parent_id` names no review of this workspace. Send the id of the previous pass, or leave it out.',
    );
  }
  if (parent.status !== 'failed' && parent.status !== 'cancelled') return parent;
  throw wrongState(`The parent pass is ${parent.status}. Name the pass before it, or start without \`parent_id\`.`);
}

async function readParent(ports: Ports, workspaceId: string, { parent_id: id }: Request): Promise<ReviewRow | null> {
  if (id === undefined || id === null) return null;
  const parent = await findReview(ports.db, workspaceId, id);
  return requireLiving(parent);
}

/**
 * Begins a chain, or makes the review its parent's only next pass. Returns the parent as it is under the chain's lock.
 */
async function claimPlace(tx: Tx, { row, parent, now }: Draft): Promise<ReviewRow | null> {
  const { workspaceId, chainId } = row;
  if (parent === null) {
    await insertChain(tx, { id: chainId, workspaceId, createdAt: now });
    return null;
  }
  await lockChain(tx, workspaceId, chainId);
  const current = requireLiving(await findReview(tx, workspaceId, parent.id));
  if (await claimNextPass(tx, parent, row.id)) return current;
  throw wrongState('This pass has a next pass already. Name that one as `parent_id`, or cancel it first.', {
    next_pass_id: current.nextPassId,
  });
}

async function insertDraft(ports: Ports, tx: Tx, draft: Draft): Promise<Review> {
  const { images, price, repeatable, now } = draft;
  const joined = await findSharded(tx, draft.row, now);
  if (joined !== null) return toReview(ports, tx, joined);
  if (!(await holdWorkspace(tx, price.workspaceId))) throw notFound('workspace');
  await claimKey(tx, repeatable, draft.row.id, now);
  const parent = await claimPlace(tx, draft);
  await requireCredits(tx, price);
  const row = await insertReview(tx, draft.row);
  await insertShots(tx, images.shots);
  for (const each of images.wanted) await requestShot(ports, tx, row, each);
  if (isReady(images, draft.row) && row.status !== 'open') await openReview(ports, tx, row, parent);
  if (images.shots.length > 0) await compareAround(ports, tx, row);
  const review = await toReview(ports, tx, row);
  // Paid last, because everyone who pays from the same account waits until this transaction commits. Paid after the
  // chain's lock is taken, as where credits are returned, so that two transactions never wait for each other.
  await pay(tx, price);
  return review;
}

/** Returns whether the review was created; true when that cannot be checked. */
async function isThere(ports: Ports, { id, workspaceId }: NewReview): Promise<boolean> {
  return findReview(ports.db, workspaceId, id).then(
    (row) => row !== null,
    () => true,
  );
}

async function storeDraft(ports: Ports, draft: Draft): Promise<Review> {
  const { repeatable } = draft;
  try {
    return await ports.transaction((tx) => insertDraft(ports, tx, draft));
  } catch (error) {
    // Another error may have come after the commit: then the rows need their files.
    const isOurs = error instanceof Raced || error instanceof DomainError;
    if (isOurs || !(await isThere(ports, draft.row))) await discardImages(ports, draft.images);
    if (!(error instanceof Raced)) throw error;
    const first = await findReview(ports.db, draft.row.workspaceId, await findFirst(ports, repeatable));
    if (first === null) throw notFound();
    return toReview(ports, ports.db, first);
  }
}

/** Creates a review: credits, the parent's claim, screenshots and jobs commit together or not at all. */
export const createReview: Handler<'create_review'> = async (ports, actor, input) => {
  const { workspaceId } = actor;
  const source = readSource(input);
  if (input.shards !== undefined && (input.reference === undefined || input.revision === undefined)) {
    throw invalid('shards', '`shards` needs `reference` and `revision`, by which the shards find their review.');
  }
  const repeatable = toRepeatable(workspaceId, input);
  const earlier = await findRepeated(ports, repeatable);
  const known = earlier === null ? null : await findReview(ports.db, workspaceId, earlier);
  if (known !== null) return toReview(ports, ports.db, known);
  const parent = await readParent(ports, workspaceId, input);
  const { webhook_url: webhook } = input;
  if (typeof webhook === 'string') refuseAsInvalid('webhook_url', () => ports.outbound.checkUrl(webhook, 'webhook'));

  const now = ports.clock();
  const id = newId(now);
  const price = priceOf(ports, workspaceId, source.kind, now);
  const images = await storeImages(ports, { id, workspaceId }, parent?.id ?? null, source, input);
  const row = toNewReview(ports, input, {
    id,
    source: source.kind,
    parent,
    pageUrl: images.pageUrl,
    ready: isReady(images, input),
    price,
    now,
  });
  if (input.base !== undefined) {
    const chosen = chooseBase(input.base, await listKnownBases(ports.db, workspaceId, input.base));
    Object.assign(row, { baseRequest: input.base, ...baseColumns(chosen) });
  }
  return storeDraft(ports, { row, parent, images, price, repeatable, now });
};
