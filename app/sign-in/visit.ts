import type { AppContext } from '../context.ts';
import { findPullRequest } from '../store/pull-requests.ts';
import { findRegistration, openSecret, type Registration, type RegistrationKey } from '../store/registrations.ts';
import { saveReviewerAccess } from '../store/reviewer-access.ts';
import { checkAccess } from './check-access.ts';
import type { Person } from './person.ts';

/** Opens the newest registered pass, because an older one cannot be decided. */
async function openNewest(app: AppContext, registration: Registration) {
  const read = (of: Registration) => app.reviews.read(openSecret(app, of));
  const view = await read(registration);
  if (view === null || view.newest === null) return { registration, view };
  const key = { repositoryId: registration.repositoryId, reviewId: view.newest.id };
  const newest = await findRegistration(app.db, key);
  if (newest === null || newest.pullRequest !== registration.pullRequest) return { registration, view };
  return { registration: newest, view: (await read(newest)) ?? view };
}

/**
 * Returns the address for a person who wants to see a registered review, with an assertion of who they are in the
 * fragment, which no server and no referrer sees. null when they may not see it or there is no such review; the two
 * look the same.
 */
export async function visit(
  app: AppContext,
  key: RegistrationKey,
  person: Person,
  token: string,
): Promise<string | null> {
  const asked = await findRegistration(app.db, key);
  if (asked === null) return null;
  const pull = await findPullRequest(app.db, asked.repositoryId, asked.pullRequest);
  const access = pull === null ? null : await checkAccess(app, pull, person, token);
  if (access === null) return null;
  const { registration, view } = await openNewest(app, asked);
  if (view === null || view.review.id !== registration.reviewId) return null;
  await saveReviewerAccess(app.db, registration, access);
  const { review_url: link, status } = view.review;
  // The approval of this person may count by now.
  if (status === 'approved') await app.jobs.syncReview(registration);
  const assertion = await app.identityAssertions.signReview({
    reviewId: registration.reviewId,
    userId: person.id,
    login: person.login,
  });
  app.log.info({ ...key, login: person.login }, 'a person signed in to a review');
  return `${link}#vouch=${assertion}`;
}
