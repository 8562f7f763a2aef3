import { z } from 'zod';
import { Id, Timestamp } from './common.ts';
import { Review } from './review.ts';

/** The body of `review.decided`, the only event. */
export const DecidedEvent = z.object({
  event: z.literal('review.decided'),
  decided_at: Timestamp,
  review: Review,
});
export type DecidedEvent = z.infer<typeof DecidedEvent>;

/** The names in lower case, as Node has them. */
export const webhookHeaders = {
  event: 'x-service-event',
  review: 'x-service-review',
  signature: 'x-service-signature',
  delivery: 'x-service-delivery',
} as const;

export const Attempt = z.object({
  at: Timestamp,
  status: z.int().nullable().describe('HTTP status; null when none came'),
  error: z.string().nullable(),
  duration_ms: z.int(),
});

export const Delivery = z.object({
  id: Id,
  decision: z.int().describe('The number of the decision it carries'),
  status: z.enum(['pending', 'held', 'delivered', 'failed', 'cancelled']),
  next_attempt_at: Timestamp.nullable(),
  created_at: Timestamp,
  attempts: z.array(Attempt),
});
export type Delivery = z.infer<typeof Delivery>;
