import { createHash } from 'node:crypto';
import type { Input } from '../../contract/client.ts';
import type { Review } from '../../contract/review.ts';
import { monthOf } from '../credit/rules.ts';
import { readSpent, spend } from '../credit/store.ts';
import { DomainError, invalid, notFound, unusable, wrongState } from '../failure.ts';
import { newId, randomBase62 } from '../ids.ts';
import type { ClientActor, Ports, Tx } from '../ports.ts';
import { compareAround } from '../shot/compare-shot.ts';
import { discardShots, keepShot, shotsBefore } from '../shot/keep-shot.ts';
import { refuseAsInvalid } from '../shot/refuse.ts';
import { requestShot, type WantedShot } from '../shot/request-shot.ts';
import { type ImageItem, readImageItem } from '../shot/rules.ts';
import { insertShot, type NewShot } from '../shot/store.ts';
import { settleSource } from '../upload/take-upload.ts';
import { holdWorkspace } from '../workspace/store.ts';
import { openReview } from './open-review.ts';
import { LIFETIME_DAYS } from './rules.ts';
import { readSource, type Source } from './source.ts';
import {
  claimIdempotency,
  claimNextPass,
  findIdempotency,
  findReview,
  insertChain,
  insertReview,
  lockChain,
  type ReviewRow,
} from './store.ts';
import { tokenPlace, toReview } from './view.ts';
import { discardDocuments, readWanted } from './wanted.ts';

const DAY_MS = 86_400_000;

type Request = Input<'create_review'>;

/** A request that may come again: its key, and the hash of all else. */
interface Named {
  key: string;
  hash: Buffer;
}

/** Of everything that makes one request differ from another. */
function hashOf(input: Request): Buffer {
  const { client_request_id: _, ...body } = input;
  const sorted = Object.fromEntries(Object.entries(body).sort(([a], [b]) => a.localeCompare(b)));
  return createHash('sha256').update(JSON.stringify(sorted)).digest();
}

/** The review an earlier request with this key made. @throws DomainError when that request was another one */
async function replay(ports: Ports, actor: ClientActor, { key, hash }: Named): Promise<Review | null> {
  const known = await findIdempotency(ports.db, actor.workspaceId, key);
  if (known === null || ports.clock().getTime() - known.createdAt.getTime() > DAY_MS) return null;
  if (!hash.equals(known.bodyHash)) {
    throw invalid(
      'client_request_id',
      '`client_request_id` was used for another request. Send a new one with a new request.',
    );
  }
  const row = await findReview(ports.db, actor.workspaceId, known.reviewId);
  return row === null ? null : toReview(ports, ports.db, row);
}

async function readItems(
  ports: Ports,
  workspaceId: string,
  images: Extract<Source, { kind: 'images' }>['images'],
): Promise<ImageItem[]> {
  const given = images.map((item, at) => readImageItem(item, `images[${at}]`, at + 1, ports.settings.maxImageBytes));
  const items: ImageItem[] = [];
  for (const [at, item] of given.entries()) {
    items.push({ ...item, source: await settleSource(ports, workspaceId, item.source, 'image', `images[${at}]`) });
  }
  return items;
}

async function keepItems(
  ports: Ports,
  review: { id: string; workspaceId: string },
  parent: ReviewRow | null,
  items: ImageItem[],
) {
  const before = await shotsBefore(ports, review.workspaceId, parent?.id ?? null);
  const shots: NewShot[] = [];
  try {
    for (const [position, item] of items.entries()) {
      if (!('bytes' in item.source)) continue;
      const picture = { ...item, bytes: item.source.bytes, position };
      shots.push(
        await keepShot(ports, review, before, picture).catch((error: unknown) => {
          throw ports.images.isRefusal(error) ? unusable(`images[${position}]`, error.message) : error;
        }),
      );
    }
  } catch (error) {
    await discardShots(ports, shots);
    throw error;
  }
  return shots;
}

interface Price {
  workspaceId: string;
  month: string;
  cost: number;
  /** null: without end */
  allowance: number | null;
}

/** Refuses who cannot pay, without waiting for those who are paying. */
async function requireCredits(tx: Tx, { workspaceId, month, cost, allowance }: Price): Promise<void> {
  if (allowance === null) return;
  const held = Math.max(0, allowance - (await readSpent(tx, workspaceId, month)));
  if (held >= cost) return;
  const message = `This review costs ${cost} credits; the workspace has ${held} left this month.`;
  throw new DomainError('insufficient_credits', message, { needed: cost, held });
}

async function pay(tx: Tx, price: Price): Promise<void> {
  if (await spend(tx, price)) return;
  await requireCredits(tx, price);
  // Credits were given back just now.
  if (!(await spend(tx, price)))
    throw new DomainError('unavailable', 'Other requests are paying. Repeat it in a moment.');
}

function requireLiving(parent: ReviewRow): void {
  if (parent.status !== 'failed' && parent.status !== 'cancelled') return;
  throw wrongState(`The parent pass is ${parent.status}. Name the pass before it, or start without parent_id.`);
}

/** Whether the review came to be; true when that cannot be known. */
async function isThere(ports: Ports, { id, workspaceId }: { id: string; workspaceId: string }): Promise<boolean> {
  return findReview(ports.db, workspaceId, id).then(
    (row) => row !== null,
    () => true,
  );
}

async function discard(ports: Ports, shots: NewShot[], wanted: WantedShot[]): Promise<void> {
  await discardShots(ports, shots);
  await discardDocuments(ports, wanted);
}

/** Thrown inside the transaction when a racing request with the same key was first. */
class Raced extends Error {}

/** Starts a review (interface 4.3): credits, the parent's claim, shots and jobs commit together or not at all. */
export async function createReview(ports: Ports, actor: ClientActor, input: Request): Promise<Review> {
  const source = readSource(input);
  const key = input.client_request_id;
  // Hashing pictures takes time that only a request with a key needs.
  const named = key === undefined ? null : { key, hash: hashOf(input) };
  if (named !== null) {
    const earlier = await replay(ports, actor, named);
    if (earlier !== null) return earlier;
  }
  const { workspaceId } = actor;
  const { parent_id: parentId = null } = input;
  const parent = parentId === null ? null : await findReview(ports.db, workspaceId, parentId);
  if (parentId !== null && parent === null) {
    throw invalid(
      'parent_id',
      '`parent_id` names no review of this workspace. Send the id of the previous pass, or leave it out.',
    );
  }
  if (parent !== null) requireLiving(parent);
  const { webhook_url: webhook } = input;
  if (typeof webhook === 'string') refuseAsInvalid('webhook_url', () => ports.outbound.checkUrl(webhook, 'webhook'));

  const now = ports.clock();
  const id = newId(now);
  const items = source.kind === 'images' ? await readItems(ports, workspaceId, source.images) : [];
  const wanted = await readWanted(ports, { id, workspaceId }, source, input, items);
  const shots = await keepItems(ports, { id, workspaceId }, parent, items);
  // A first pass that has its shots has nothing to take along.
  const opensAtOnce = parent === null && wanted.length === 0;
  const chainId = parent?.chainId ?? id;
  const month = monthOf(now);
  const cost = ports.settings.costs[source.kind];
  const price = { workspaceId, month, cost, allowance: ports.settings.creditsPerMonth };
  const seal = (text: string, which: 'review' | 'guest' | 'webhook') =>
    new Uint8Array(ports.secrets.seal(text, tokenPlace(id, which)));
  const tokens = { review: randomBase62(43), guest: randomBase62(43) };
  const url =
    webhook === undefined && parent?.webhookUrl
      ? ports.secrets.open(parent.webhookUrl, tokenPlace(parent.id, 'webhook')).toString()
      : (webhook ?? null);

  try {
    return await ports.transaction(async (tx) => {
      if (!(await holdWorkspace(tx, workspaceId))) throw notFound('workspace');
      if (named !== null) {
        const notBefore = new Date(now.getTime() - DAY_MS);
        const claim = { workspaceId, key: named.key, bodyHash: named.hash, reviewId: id, now, notBefore };
        const first = await claimIdempotency(tx, claim);
        if (!first) throw new Raced();
      }
      let currentParent: ReviewRow | null = null;
      if (parent === null) {
        await insertChain(tx, { id: chainId, workspaceId, createdAt: now });
      } else {
        await lockChain(tx, workspaceId, chainId);
        currentParent = await findReview(tx, workspaceId, parent.id);
        requireLiving(currentParent ?? parent);
        if (!(await claimNextPass(tx, parent, id))) {
          throw wrongState('This pass has a next pass already. Name that one as parent_id, or cancel it first.', {
            next_pass_id: currentParent?.nextPassId,
          });
        }
      }
      await requireCredits(tx, price);
      const row = await insertReview(tx, {
        id,
        workspaceId,
        chainId,
        pass: (parent?.pass ?? 0) + 1,
        parentId: parent?.id ?? null,
        status: opensAtOnce ? 'open' : 'preparing',
        title: input.title,
        context: input.context ?? null,
        type: input.type ?? 'ui',
        source: source.kind,
        pageUrl: source.kind === 'capture' ? source.url : (items[0]?.pageUrl ?? null),
        reference: input.reference ?? parent?.reference ?? null,
        revision: input.revision ?? null,
        reviewToken: seal(tokens.review, 'review'),
        reviewTokenHash: new Uint8Array(ports.secrets.hash(tokens.review)),
        guestToken: seal(tokens.guest, 'guest'),
        guestTokenHash: new Uint8Array(ports.secrets.hash(tokens.guest)),
        webhookUrl: url === null ? null : seal(url, 'webhook'),
        webhookUrlHash: url === null ? null : new Uint8Array(ports.secrets.hash(url)),
        creditsSpent: cost,
        creditsMonth: month,
        createdAt: now,
        openedAt: opensAtOnce ? now : null,
        expiresAt: new Date(now.getTime() + LIFETIME_DAYS * DAY_MS),
      });
      for (const shot of shots) await insertShot(tx, shot);
      for (const each of wanted) await requestShot(ports, tx, row, each);
      if (wanted.length === 0 && !opensAtOnce) await openReview(ports, tx, row, currentParent);
      if (shots.length > 0 && parent !== null) await compareAround(ports, tx, row);
      const answer = await toReview(ports, tx, row);
      // Paid last, for all who pay from one account wait for whoever has paid until that one commits; and after the chain's
      // lock, as where credits are given back: two that lock in turn would wait for each other.
      await pay(tx, price);
      return answer;
    });
  } catch (error) {
    // An error that is not ours may have come after the commit: then the rows need their files.
    const isOurs = error instanceof Raced || error instanceof DomainError;
    if (isOurs || !(await isThere(ports, { id, workspaceId }))) await discard(ports, shots, wanted);
    if (!(error instanceof Raced) || named === null) throw error;
    const earlier = await replay(ports, actor, named);
    if (earlier !== null) return earlier;
    throw new DomainError('unavailable', 'A request with the same key is under way. Repeat it in a moment.');
  }
}
