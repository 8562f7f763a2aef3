import { createClient, type Output, ServiceError } from '../server/contract/client.ts';

export type ReviewerView = Output<'read_review'>;

export interface Service {
  /**
   * Reads what a review's link leads to, at the configured origin only. null when there is no such link (any more).
   * Throws `ServiceError` when the service cannot be reached or is in trouble.
   */
  readReview(secret: string): Promise<ReviewerView | null>;
}

export function createService(serviceUrl: string): Service {
  return {
    async readReview(secret) {
      try {
        const client = createClient({ baseUrl: serviceUrl, link: secret });
        return await client.call('read_review', {}, { signal: AbortSignal.timeout(10_000) });
      } catch (error) {
        if (error instanceof ServiceError && error.status === 404) return null;
        throw error;
      }
    },
  };
}

/** The secret at the end of a review's link. */
export function readSecret(reviewUrl: string): string {
  return decodeURIComponent(new URL(reviewUrl).pathname.split('/').at(-1) ?? '');
}
