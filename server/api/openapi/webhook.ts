import { ids, rejectedReview, times } from '../../contract/examples.ts';
import { type DecidedEvent, webhookHeaders } from '../../contract/webhook.ts';
import { namedSchema } from './schemas.ts';

const description = `Sent to a review’s \`webhook_url\` when its reviewer decides, and again when they change the decision or update a request for changes.

**Check the signature before reading the body.** The key is the review’s secret token, the last part of \`review_url\`. Compute the HMAC-SHA256 of the raw body, write it as \`sha256=\` and lowercase hex, and compare it with \`X-Service-Signature\` in constant time.

Any 2xx answer is success. Everything else, a redirect too, is a failure and is tried again after 10 seconds, 1 minute and 5 minutes, with the same body and the same \`X-Service-Delivery\`. Five failures in a row pause the webhook until \`resume_webhook\`. Addresses in private networks are refused, except those that \`OUTBOUND_ALLOW\` names.`;

const about: Record<keyof typeof webhookHeaders, { description: string; schema: object }> = {
  event: { description: 'The event', schema: { type: 'string', const: 'review.decided' } },
  review: { description: 'The review’s id', schema: { type: 'string', examples: [ids.first] } },
  signature: {
    description: '`sha256=` and the lowercase hex HMAC-SHA256 of the raw body, keyed by the review’s secret token',
    schema: { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
  },
  delivery: {
    description: 'The delivery’s id, the same on every attempt: use it to handle a decision once',
    schema: { type: 'string', examples: [ids.delivery] },
  },
};

const canonical = (name: string): string => name.replace(/(?:^|-)\w/g, (letters) => letters.toUpperCase());

const example: DecidedEvent = { event: 'review.decided', decided_at: times.decided, review: rejectedReview };

/** The only event the service sends. */
export const webhooks = () => ({
  'review.decided': {
    post: {
      operationId: 'review_decided',
      tags: ['Webhooks'],
      summary: 'A person decided',
      description,
      security: [],
      parameters: Object.entries(about).map(([key, each]) => ({
        name: canonical(webhookHeaders[key as keyof typeof webhookHeaders]),
        in: 'header',
        required: true,
        ...each,
      })),
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: namedSchema('DecidedEvent'),
            examples: {
              example: { summary: 'Changes were asked for, with one mark that must be fixed.', value: example },
            },
          },
        },
      },
      responses: {
        '2XX': { description: 'The decision has arrived' },
        default: { description: 'A failure: the delivery is tried again' },
      },
    },
  },
});
