import { createHash } from 'node:crypto';
import { SHA256_PREFIX } from '../../contract/source.ts';
import { DomainError, invalid } from '../failure.ts';
import type { Ports, Tx } from '../ports.ts';
import { claimIdempotency, findIdempotency } from './store.ts';

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
export function toRepeatable(
  workspaceId: string,
  input: { client_request_id?: string | undefined },
): RepeatableRequest | null {
  const { client_request_id: key, ...body } = input;
  if (key === undefined) return null;
  const sorted = Object.fromEntries(Object.entries(body).sort(([a], [b]) => a.localeCompare(b)));
  const named = JSON.stringify(sorted, (field, value) => (field === 'image' ? nameImage(value) : value));
  return { workspaceId, key, hash: createHash('sha256').update(named).digest() };
}

/**
 * Returns the id of the pass that an earlier request with this key made or added to; null when there was none.
 * @throws DomainError when that request was a different one
 */
export async function findRepeated(ports: Ports, repeatable: RepeatableRequest | null): Promise<string | null> {
  if (repeatable === null) return null;
  const { workspaceId, key, hash } = repeatable;
  const known = await findIdempotency(ports.db, workspaceId, key);
  if (known === null || ports.clock().getTime() - known.createdAt.getTime() > KEPT_MS) return null;
  if (!hash.equals(known.bodyHash)) {
    throw invalid(
      'client_request_id',
      '`client_request_id` was used for another request. Send a new one with a new request.',
    );
  }
  return known.reviewId;
}

/** Thrown inside the transaction when a racing request with the same key was first. */
export class Raced extends Error {}

/** Returns the id of the pass of the request that was first. @throws DomainError */
export async function findFirst(ports: Ports, repeatable: RepeatableRequest | null): Promise<string> {
  const passId = await findRepeated(ports, repeatable);
  if (passId !== null) return passId;
  throw new DomainError('unavailable', 'A request with the same key is under way. Repeat it in a moment.');
}

/** Stores the key, if there is one, for the pass that the request makes or adds to. @throws Raced */
export async function claimKey(
  tx: Tx,
  repeatable: RepeatableRequest | null,
  reviewId: string,
  now: Date,
): Promise<void> {
  if (repeatable === null) return;
  const { workspaceId, key, hash } = repeatable;
  const notBefore = new Date(now.getTime() - KEPT_MS);
  if (!(await claimIdempotency(tx, { workspaceId, key, bodyHash: hash, reviewId, now, notBefore }))) throw new Raced();
}
