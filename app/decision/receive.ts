import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { webhookHeaders } from '../../server/contract/webhook.ts';
import { parseJson, Refusal } from '../http.ts';
import type { Parts } from '../parts.ts';
import { findByReview, secretOwner } from '../store/registrations.ts';

/** A ULID, so that nothing else ever reaches a query. */
const Id = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/);

// Only what says which review it is: what was decided is read from the service.
const Event = z.object({
  event: z.literal('review.decided'),
  review: z.object({ id: Id, parent_id: Id.nullish() }),
});

/**
 * `POST /decisions`: takes the service's `review.decided`. It proves itself by the HMAC of its raw bytes under the
 * review's secret, and all it does is to have the review read again. Throws a {@link Refusal}.
 */
export async function receive(parts: Parts, headers: IncomingHttpHeaders, body: Buffer): Promise<void> {
  const header = (name: string) => String(headers[name] ?? '');
  const reviewId = header(webhookHeaders.review);
  if (header(webhookHeaders.event) !== 'review.decided') {
    throw new Refusal(422, 'invalid_request', 'The only event taken here is `review.decided`.');
  }
  const registrations = await findByReview(parts.database, reviewId);
  if (registrations.length === 0) return await followParent(parts, reviewId, body);

  const signature = header(webhookHeaders.signature);
  const signed = registrations.filter((registration) =>
    isSigned(body, parts.secrets.open(registration.secret, secretOwner(registration)), signature),
  );
  if (signed.length === 0) throw new Refusal(401, 'unauthenticated', 'The signature does not fit the body.');
  const event = Event.safeParse(parseJson(body));
  if (!event.success || event.data.review.id !== reviewId) {
    throw new Refusal(422, 'invalid_request', 'The body is not of the review that the header names.');
  }
  await parts.database.transaction(async (queries) => {
    for (const { repositoryId } of signed) await parts.queue.follow({ repositoryId, reviewId }, { queries });
  });
  parts.log.info('A decision came in.', { reviewId });
}

/** Compares in constant time; anything but the exact signature is false. */
export function isSigned(body: Buffer, secret: string | Buffer, signature: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

// A pass that nobody registered: nothing of the body is believed, but its parent may be ours, and reading that one
// again leads to it.
async function followParent(parts: Parts, reviewId: string, body: Buffer): Promise<void> {
  const event = Event.safeParse(parseJson(body));
  const parentId = event.success && event.data.review.id === reviewId ? event.data.review.parent_id : null;
  const parents = typeof parentId === 'string' ? await findByReview(parts.database, parentId) : [];
  if (parents.length === 0) throw new Refusal(404, 'not_found', 'This review is not registered here.');
  for (const parent of parents) {
    await parts.queue.follow({ repositoryId: parent.repositoryId, reviewId: parent.reviewId });
  }
}
