import { z } from 'zod';
import { Id, ReviewId, Timestamp } from './common.ts';
import { defineOperation, reads } from './define-operation.ts';
import { Review } from './review.ts';

/** The body of the only event (interface 6.2). */
export const DecidedEvent = z.object({
  event: z.literal('review.decided'),
  decided_at: Timestamp,
  review: Review,
});
export type DecidedEvent = z.infer<typeof DecidedEvent>;

/** Lowercase, as Node gives them. */
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

export const listDeliveries = defineOperation({
  name: 'list_deliveries',
  title: 'Webhook deliveries',
  description: 'The webhook deliveries of one review with every attempt, newest first. Never the address itself.',
  actor: 'client',
  rest: { method: 'GET', path: '/api/reviews/{id}/deliveries', success: 200 },
  tool: reads,
  limits: [],
  input: ReviewId,
  output: z.object({ deliveries: z.array(Delivery) }),
  errors: ['unauthenticated', 'not_found'],
});
