import { createClient, type Output, ServiceError } from '../../server/contract/client.ts';
import type { ReviewSummary } from '../../server/contract/review.ts';
import { secretOf } from '../app.ts';
import { retry } from '../retry.ts';
import type { Service } from '../service.ts';

type Known = Pick<ReviewSummary, 'id' | 'status' | 'review_url'>;

/** Withdraws a review whose pull request is closed, unless somebody has decided it. @returns it as it is then */
export async function withdraw(service: Service, review: Known): Promise<Output<'get_review'>> {
  if (review.status === 'open' || review.status === 'preparing') await callByLink(service, review, 'withdraw_review');
  return retry(() => service.client.call('get_review', { id: review.id }));
}

/** Restores a review that was withdrawn with its pull request. What its client cancelled stays so. */
export async function restore(service: Service, review: Known): Promise<void> {
  if (review.status === 'cancelled') await callByLink(service, review, 'restore_review');
}

/** Calls by the link, because the service restores what was withdrawn by it. Ignores a refusal: somebody was faster. */
async function callByLink(
  service: Service,
  { review_url: url }: Known,
  operation: 'withdraw_review' | 'restore_review',
): Promise<void> {
  const client = createClient({ baseUrl: service.url, link: secretOf(url) });
  await retry(() => client.call(operation, {})).catch((error: unknown) => {
    if (!(error instanceof ServiceError && error.status === 409)) throw error;
  });
}
