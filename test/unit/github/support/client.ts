import type { Client } from '../../../../server/contract/client.ts';
import type { Review } from '../../../../server/contract/review.ts';
import { newReview } from '../../../github/app/support/review.ts';

/** A stand-in for the service: what each operation answers. */
export const answering = (operations: Record<string, (input: Record<string, unknown>) => unknown>): Client => ({
  call: async (name, input) => operations[name]?.({ ...input }) as never,
});

const [shown = newReview().screenshots[0]] = newReview().screenshots;
export const showing = (labels: string[], fields: Partial<Review> = {}): Review =>
  newReview({ ...fields, screenshots: labels.flatMap((label) => (shown === undefined ? [] : [{ ...shown, label }])) });
