import { createClient, type Output, ServiceError } from '../server/contract/client.ts';

export type ReviewerView = Output<'read_review'>;

/** Reads and withdraws reviews by the secrets of their links, at the configured origin only. */
export interface Reviews {
  /**
   * Reads the review that a link leads to; null when there is none.
   * @throws ServiceError when the service cannot be reached or fails
   */
  read(secret: string): Promise<ReviewerView | null>;
  /** Withdraws an undecided review; null when it was decided or deleted meanwhile. Throws as above. */
  withdraw(secret: string): Promise<ReviewerView | null>;
  /** Restores a withdrawn review; null when it expired or its client cancelled it. Throws as above. */
  restore(secret: string): Promise<ReviewerView | null>;
}

export function createReviews(serviceUrl: string): Reviews {
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
    read: (secret) => call('read_review', secret, [404]),
    withdraw: (secret) => call('withdraw_review', secret, [404, 409]),
    restore: (secret) => call('restore_review', secret, [404, 409]),
  };
}

/** Returns the secret at the end of a review's link. */
export function readSecret(reviewUrl: string): string {
  return decodeURIComponent(new URL(reviewUrl).pathname.split('/').at(-1) ?? '');
}
