import { z } from 'zod';
import { ReviewId } from '../common.ts';
import { adds, defineOperation, perMinute, reads, updates } from '../define-operation.ts';
import { delivery, ids, rejectedReview, times } from '../examples.ts';
import { Review } from '../review.ts';
import { Delivery } from '../webhook.ts';

export const listDeliveries = defineOperation({
  name: 'list_deliveries',
  title: 'Webhook deliveries',
  description: 'The webhook deliveries of one review with every attempt, newest first, without its address.',
  group: 'Webhooks',
  actor: 'client',
  rest: { method: 'GET', path: '/api/reviews/{id}/deliveries', success: 200 },
  tool: { ...reads, searchHint: 'webhook delivery attempts and errors' },
  input: ReviewId,
  output: z.object({ deliveries: z.array(Delivery) }),
  errors: ['unauthenticated', 'not_found'],
  example: {
    description: 'The receiver was down for ten seconds; the second attempt came through.',
    input: { id: ids.first },
    output: { deliveries: [delivery] },
  },
});

export const resumeWebhook = defineOperation({
  name: 'resume_webhook',
  title: 'Resume a paused webhook',
  description:
    'Five failures in a row pause a webhook for every pass of the chain. After the receiver is fixed, this resumes it and sends the newest decision that was held back.',
  group: 'Webhooks',
  actor: 'client',
  rest: { method: 'POST', path: '/api/reviews/{id}/webhook/resume', success: 200 },
  tool: { ...updates, openWorld: true, searchHint: 'resume a paused webhook' },
  limits: [perMinute(30)],
  limitGroup: 'webhook_repairs',
  input: ReviewId,
  output: Review,
  errors: ['unauthenticated', 'not_found', 'invalid_state', 'rate_limited'],
  example: {
    description: 'The receiver works again; the decision that was held back is on its way.',
    input: { id: ids.first },
    output: rejectedReview,
  },
});

export const redeliver = defineOperation({
  name: 'redeliver',
  title: 'Send a decision again',
  description:
    'Sends the webhook of the newest decision once more, with the same body and delivery id, for a receiver that lost it.',
  group: 'Webhooks',
  actor: 'client',
  rest: { method: 'POST', path: '/api/reviews/{id}/redeliver', success: 200 },
  tool: { ...adds, openWorld: true, searchHint: 'redeliver a webhook decision' },
  limits: [perMinute(30)],
  limitGroup: 'webhook_repairs',
  input: ReviewId,
  output: z.object({ delivery: Delivery }),
  errors: ['unauthenticated', 'not_found', 'invalid_state', 'rate_limited'],
  example: {
    description: 'The receiver lost the decision; it is sent once more.',
    input: { id: ids.first },
    output: { delivery: { ...delivery, status: 'pending', next_attempt_at: times.reported } },
  },
});
