import type { AppContext } from '../context.ts';
import type { ReviewerView } from '../reviews.ts';
import type { PullRequest } from '../store/pull-requests.ts';
import { type Registration, secretAssociatedData } from '../store/registrations.ts';

/**
 * Withdraws an undecided review whose pull request is closed, because no reviewer needs to decide it, and restores one
 * that was withdrawn this way when the pull request is reopened. Store `withdrawn` with the review.
 */
export async function syncReviewState(
  app: AppContext,
  pull: PullRequest,
  registration: Registration,
  view: ReviewerView | null,
): Promise<{ view: ReviewerView | null; withdrawn: boolean }> {
  const status = view?.review.status;
  const secret = () => app.secrets.decrypt(registration.secret, secretAssociatedData(registration)).toString();
  if (!pull.open && (status === 'open' || status === 'preparing')) {
    const withdrawn = await app.reviews.withdraw(secret());
    return { view: withdrawn ?? (await app.reviews.read(secret())), withdrawn: withdrawn !== null };
  }
  const wasWithdrawn = status === 'cancelled' && registration.facts?.withdrawn === true;
  if (!pull.open || !wasWithdrawn) return { view, withdrawn: wasWithdrawn };
  const restored = await app.reviews.restore(secret());
  return { view: restored ?? view, withdrawn: false };
}
