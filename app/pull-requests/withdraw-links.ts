import type { AppContext } from '../context.ts';
import { readSettings } from '../settings/read-settings.ts';
import { listShownSince, pullRequestLock, type RepositoryPlace, savePublic } from '../store/pull-requests.ts';
import {
  findByReview,
  findRegistration,
  listOfRepository,
  openSecret,
  type RegistrationKey,
  saveSecret,
  secretAssociatedData,
} from '../store/registrations.ts';
import { pauseIfInaccessible } from './pause-if-inaccessible.ts';

/** How long a check and a comment lead to a review, unless the service keeps it longer. */
const LINK_MS = 30 * 86_400_000;

/**
 * Makes the links lead nowhere that were shown while a repository was private, in comments, checks and the logs of
 * jobs, because everybody can read those now. Keeps them if the settings want direct links on the public repository too.
 * Then updates what its pull requests show, also those that are closed. Repeating it replaces the links again.
 */
export async function withdrawLinks(app: AppContext, place: RepositoryPlace): Promise<void> {
  try {
    const { link } = await readSettings(app, { ...place, private: false });
    if (link !== 'direct') {
      const replaced = new Set<string>();
      for (const { pullRequest, ...key } of await listOfRepository(app.db, place.repositoryId)) {
        if (replaced.has(key.reviewId)) continue;
        // Under the lock nobody reads the review by its former link and finds it deleted.
        const lock = pullRequestLock({ repositoryId: place.repositoryId, number: pullRequest });
        for (const id of await app.locks.withLock(lock, () => replace(app, key))) replaced.add(id);
      }
      app.log.info({ repositoryId: place.repositoryId, reviews: replaced.size }, 'links to reviews were withdrawn');
    }
    await savePublic(app.db, place.repositoryId);
    const since = new Date(app.clock().getTime() - LINK_MS);
    for (const { number } of await listShownSince(app.db, place.repositoryId, since)) {
      await app.jobs.refreshPullRequest({ ...place, number });
    }
  } catch (error) {
    if (!(await pauseIfInaccessible(app, place, error))) throw error;
  }
}

/** Replaces the links of a review's chain. Returns the reviews that have new ones. */
async function replace(app: AppContext, key: RegistrationKey): Promise<string[]> {
  const registration = await findRegistration(app.db, key);
  if (registration === null) return [];
  return await app.transaction(async (tx) => {
    const replaced = await app.replaceLinks(tx, openSecret(app, registration));
    for (const [reviewId, next] of replaced) {
      for (const each of await findByReview(tx, reviewId)) {
        await saveSecret(tx, each, app.secrets.encrypt(next, secretAssociatedData(each)));
      }
    }
    return [...replaced.keys()];
  });
}
