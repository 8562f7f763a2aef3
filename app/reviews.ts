import { createClient, type Output, ServiceError } from '../server/contract/client.ts';

export type ReviewerView = Output<'read_review'>;

export type Reviews = ReturnType<typeof createReviews>;

/**
 * Reads and withdraws reviews by the secrets of their links, at the configured origin only. Each function throws a
 * ServiceError when the service cannot be reached or fails.
 */
export function createReviews(serviceUrl: string) {
  async function call(
    operation: 'read_review' | 'withdraw_review' | 'restore_review',
    secret: string,
    refusals: number[],
  ): Promise<ReviewerView | null> {
    try {
      const client = createClient({ baseUrl: serviceUrl, link: secret });
      return await client.call(operation, {}, { signal: AbortSignal.timeout(10_000) });
    } catch (error) {
      if (error instanceof ServiceError && refusals.includes(error.status)) return null;
      throw error;
    }
  }
  return {
    /** Reads the review that a link leads to; null when there is none. */
    read: (secret: string) => call('read_review', secret, [404]),
    /** Withdraws an undecided review; null when it was decided or deleted meanwhile. */
    withdraw: (secret: string) => call('withdraw_review', secret, [404, 409]),
    /** Restores a withdrawn review; null when it expired or its client cancelled it. */
    restore: (secret: string) => call('restore_review', secret, [404, 409]),
  };
}

/** Returns the secret at the end of a review's link. */
export function readSecret(reviewUrl: string): string {
  return decodeURIComponent(new URL(reviewUrl).pathname.split('/').at(-1) ?? '');
}
