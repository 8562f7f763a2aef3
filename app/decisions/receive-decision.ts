import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { webhookHeaders } from '../../server/contract/webhook.ts';
import type { AppContext } from '../context.ts';
import { parseJson, Refusal, requireSignature } from '../http/request.ts';
import { findByReview, openSecret } from '../store/registrations.ts';

/** A ULID. Nothing else ever reaches a query. */
const Id = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/);

// Only the fields that identify the review; the decision itself is read from the service.
const Event = z.object({
  event: z.literal('review.decided'),
  review: z.object({ id: Id, parent_id: Id.nullish() }),
});

/** How far into the body the parent is searched. The service writes it before the screenshots and marks. */
const PARENT_WITHIN_BYTES = 65_536;

const headerOf = (headers: IncomingHttpHeaders, name: string): string => String(headers[name] ?? '');

/** Checks by its headers whether a request can be a `review.decided` of the service. Throws a {@link Refusal}. */
export async function checkDecision(headers: IncomingHttpHeaders): Promise<void> {
  if (headerOf(headers, webhookHeaders.event) !== 'review.decided') {
    throw new Refusal(422, 'invalid_request', 'The only event taken here is `review.decided`.');
  }
  if (!Id.safeParse(headerOf(headers, webhookHeaders.review)).success) throw notRegistered();
  requireSignature(headers[webhookHeaders.signature]);
}

const notRegistered = () => new Refusal(404, 'not_found', 'This review is not registered here.');

/**
 * `POST /decisions`: receives the service's `review.decided`, which is authenticated by the HMAC of its raw bytes under
 * the review's secret. It only queues a read of the review. Throws a {@link Refusal}.
 */
export async function receiveDecision(app: AppContext, headers: IncomingHttpHeaders, body: Buffer): Promise<void> {
  const reviewId = headerOf(headers, webhookHeaders.review);
  const registrations = await findByReview(app.db, reviewId);
  if (registrations.length === 0) return await syncParent(app, reviewId, body);

  const signature = headerOf(headers, webhookHeaders.signature);
  const signed = registrations.filter((registration) => isSigned(body, openSecret(app, registration), signature));
  if (signed.length === 0) throw new Refusal(401, 'unauthenticated', 'The signature does not fit the body.');
  const event = Event.safeParse(parseJson(body));
  if (!event.success || event.data.review.id !== reviewId) {
    throw new Refusal(422, 'invalid_request', 'The body is not of the review that the header names.');
  }
  await app.transaction(async (tx) => {
    for (const { repositoryId } of signed) await app.jobs.syncReview({ repositoryId, reviewId }, { tx });
  });
  app.log.info({ reviewId }, 'a decision came in');
}

/** Compares in constant time; anything but the exact signature is false. */
export function isSigned(body: Buffer, secret: string | Buffer, signature: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

// For a pass that nobody registered. Nothing in its body is trusted or parsed, but its parent may be registered here,
// and reading the parent again leads to the pass.
async function syncParent(app: AppContext, reviewId: string, body: Buffer): Promise<void> {
  const begin = body.subarray(0, PARENT_WITHIN_BYTES).toString('latin1');
  const [, id, parentId] = /"review":{"id":"([0-9A-Z]{26})".*?"parent_id":"([0-9A-Z]{26})"/s.exec(begin) ?? [];
  const parents = parentId !== undefined && id === reviewId ? await findByReview(app.db, parentId) : [];
  if (parents.length === 0) throw notRegistered();
  for (const parent of parents) {
    await app.jobs.syncReview({ repositoryId: parent.repositoryId, reviewId: parent.reviewId });
  }
}
