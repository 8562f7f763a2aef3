import type { Parts } from '../parts.ts';
import type { ReviewerView } from '../service.ts';
import type { PullRequest } from '../store/pull-requests.ts';
import { type Registration, secretOwner } from '../store/registrations.ts';

/**
 * Withdraws an undecided review whose pull request is closed, so that nobody is asked for nothing, and brings back what
 * was withdrawn that way when it is opened again. `withdrawn` is to be remembered with the review.
 */
export async function keepInStep(
  parts: Parts,
  pull: PullRequest,
  registration: Registration,
  view: ReviewerView | null,
): Promise<{ view: ReviewerView | null; withdrawn: boolean }> {
  const status = view?.review.status;
  const secret = () => parts.secrets.open(registration.secret, secretOwner(registration));
  if (!pull.open && (status === 'open' || status === 'preparing')) {
    const withdrawn = await parts.service.withdrawReview(secret());
    return { view: withdrawn ?? (await parts.service.readReview(secret())), withdrawn: withdrawn !== null };
  }
  const wasWithdrawn = status === 'cancelled' && registration.facts?.withdrawn === true;
  if (!pull.open || !wasWithdrawn) return { view, withdrawn: wasWithdrawn };
  const restored = await parts.service.restoreReview(secret());
  return { view: restored ?? view, withdrawn: false };
}
