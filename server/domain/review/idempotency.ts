import { createHash } from 'node:crypto';
import type { Input } from '../../contract/client.ts';
import type { Review } from '../../contract/review.ts';
import { SHA256_PREFIX } from '../../contract/source.ts';
import { invalid } from '../failure.ts';
import type { Ports, Tx } from '../ports.ts';
import { claimIdempotency, findIdempotency, findReview } from './store.ts';
import { toReview } from './view.ts';

const KEPT_MS = 86_400_000;

/** A request that may be repeated: its key, and the hash of everything else. */
export interface RepeatableRequest {
  workspaceId: string;
  key: string;
  hash: Buffer;
}

/** Names an image by the hash of its file, so that it is the same image whether it is sent or named. */
function nameImage(image: unknown): unknown {
  if (typeof image !== 'string' || /^(?:https?:|upload:|sha256:)/i.test(image.trim())) return image;
  const bytes = Buffer.from(image.slice(image.indexOf(',') + 1), 'base64');
  return `${SHA256_PREFIX}${createHash('sha256').update(bytes).digest('hex')}`;
}

/** Returns null for a request without a key, which is not hashed, because hashing images takes time. */
export function toRepeatable(workspaceId: string, input: Input<'create_review'>): RepeatableRequest | null {
  const { client_request_id: key, ...body } = input;
  if (key === undefined) return null;
  const sorted = Object.fromEntries(Object.entries(body).sort(([a], [b]) => a.localeCompare(b)));
  const named = JSON.stringify(sorted, (field, value) => (field === 'image' ? nameImage(value) : value));
  return { workspaceId, key, hash: createHash('sha256').update(named).digest() };
}

/**
 * Returns the review that an earlier request with this key made; null when there is none. @throws DomainError when that
 * request was a different one
 */
export async function replay(ports: Ports, { workspaceId, key, hash }: RepeatableRequest): Promise<Review | null> {
  const known = await findIdempotency(ports.db, workspaceId, key);
  if (known === null || ports.clock().getTime() - known.createdAt.getTime() > KEPT_MS) return null;
  if (!hash.equals(known.bodyHash)) {
    throw invalid(
      'client_request_id',
      '`client_request_id` was used for another request. Send a new one with a new request.',
    );
  }
  const row = await findReview(ports.db, workspaceId, known.reviewId);
  return row === null ? null : toReview(ports, ports.db, row);
}

/** Thrown inside the transaction when a racing request with the same key was first. */
export class Raced extends Error {}

/** Stores the key for this review. @throws Raced */
export async function claimKey(
  tx: Tx,
  { workspaceId, key, hash }: RepeatableRequest,
  reviewId: string,
  now: Date,
): Promise<void> {
  const notBefore = new Date(now.getTime() - KEPT_MS);
  if (!(await claimIdempotency(tx, { workspaceId, key, bodyHash: hash, reviewId, now, notBefore }))) throw new Raced();
}
