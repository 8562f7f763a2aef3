import type { AppContext } from '../context.ts';
import { readSettings } from '../settings/read-settings.ts';
import { listShownSince, pullRequestLock, type RepositoryPlace, savePublic } from '../store/pull-requests.ts';
import {
  findByReview,
  findRegistration,
  listShownPrivately,
  openSecret,
  type RegistrationKey,
  saveSecret,
  saveWithdrawn,
  secretAssociatedData,
} from '../store/registrations.ts';
import { pauseIfInaccessible } from './pause-if-inaccessible.ts';

/** How long a check and a comment lead to a review, unless the service keeps it longer. */
const LINK_MS = 30 * 86_400_000;

/**
 * Makes the links lead nowhere that were shown while a repository was private, in comments, checks and the logs of
 * jobs, because everybody can read those now. Keeps them if the settings want direct links on the public repository too.
 * Then updates what its pull requests show, also those that are closed.
 */
export async function withdrawLinks(app: AppContext, place: RepositoryPlace): Promise<void> {
  try {
    const { link } = await readSettings(app, { ...place, private: false });
    // Stored first, so that no new link is shown while the former ones are replaced.
    await savePublic(app.db, place.repositoryId);
    const shown = await listShownPrivately(app.db, place.repositoryId);
    for (const { pullRequest, ...key } of link === 'direct' ? [] : shown) {
      // Under the lock nobody reads the review by its former link and finds it deleted.
      const lock = pullRequestLock({ repositoryId: place.repositoryId, number: pullRequest });
      await app.locks.withLock(lock, () => replace(app, key));
    }
    app.log.info({ repositoryId: place.repositoryId, link, reviews: shown.length }, 'a repository became public');
    for (const key of shown) await saveWithdrawn(app.db, key);
    const since = new Date(app.clock().getTime() - LINK_MS);
    for (const { number } of await listShownSince(app.db, place.repositoryId, since)) {
      await app.jobs.refreshPullRequest({ ...place, number });
    }
  } catch (error) {
    if (!(await pauseIfInaccessible(app, place, error))) throw error;
  }
}

/** Replaces the links of a review's chain, unless that was done with another review of the chain. */
async function replace(app: AppContext, key: RegistrationKey): Promise<void> {
  const registration = await findRegistration(app.db, key);
  if (registration?.shownPrivately !== true) return;
  await app.transaction(async (tx) => {
    for (const [reviewId, next] of await app.replaceLinks(tx, openSecret(app, registration))) {
      for (const each of await findByReview(tx, reviewId)) {
        await saveSecret(tx, each, app.secrets.encrypt(next, secretAssociatedData(each)));
      }
    }
  });
}
