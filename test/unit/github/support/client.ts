import type { Client } from '../../../../server/contract/client.ts';
import type { Review } from '../../../../server/contract/review.ts';
import { newReview } from '../../../github/app/support/review.ts';

type Operations = Record<string, (input: Record<string, unknown>, key?: string) => unknown>;
/** Unless a test says otherwise, the service has none of the images. */
const empty: Operations = { find_missing_images: ({ sha256 }) => ({ missing: sha256 }) };

/** A stand-in for the service: what each operation answers, to an input and its idempotency key. */
export const answering = (operations: Operations): Client => ({
  call: async (name, input, options) =>
    ({ ...empty, ...operations })[name]?.({ ...input }, options?.idempotencyKey) as never,
});

const [shown = newReview().screenshots[0]] = newReview().screenshots;
export const showing = (labels: string[], fields: Partial<Review> = {}): Review =>
  newReview({ ...fields, screenshots: labels.flatMap((label) => (shown === undefined ? [] : [{ ...shown, label }])) });
