import { createClient, type Output, ServiceError } from '../server/contract/client.ts';

export type ReviewerView = Output<'read_review'>;

export interface Service {
  /**
   * Reads what a review's link leads to, at the configured origin only. null when there is no such link (any more).
   * Throws `ServiceError` when the service cannot be reached or is in trouble.
   */
  readReview(secret: string): Promise<ReviewerView | null>;
  /** Withdraws an undecided review; null when it cannot be, as somebody was faster. Throws as above. */
  withdrawReview(secret: string): Promise<ReviewerView | null>;
  /** Brings back one that was withdrawn; null when it cannot be: it expired, or its client cancelled it. */
  restoreReview(secret: string): Promise<ReviewerView | null>;
}

export function createService(serviceUrl: string): Service {
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
    readReview: (secret) => call('read_review', secret, [404]),
    withdrawReview: (secret) => call('withdraw_review', secret, [404, 409]),
    restoreReview: (secret) => call('restore_review', secret, [404, 409]),
  };
}

/** The secret at the end of a review's link. */
export function readSecret(reviewUrl: string): string {
  return decodeURIComponent(new URL(reviewUrl).pathname.split('/').at(-1) ?? '');
}
