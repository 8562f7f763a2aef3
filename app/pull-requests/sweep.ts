import type { AppContext } from '../context.ts';
import { describeError } from '../describe-error.ts';
import { isStatus, splitName } from '../github.ts';
import { hasSummary } from '../settings/file.ts';
import { readSettings } from '../settings/read-settings.ts';
import {
  findPullRequest,
  isKnownRepository,
  listRepositoriesAfter,
  listWaitingSince,
  type RepositoryPlace,
} from '../store/pull-requests.ts';
import { listToSync } from '../store/registrations.ts';
import { pauseIfInaccessible } from './pause-if-inaccessible.ts';

/** How many repositories one sweep checks; the next sweep continues after them. */
const maxRepositories = 100;

/**
 * Finds open pull requests whose head the App does not know because the event was lost, in repositories that require
 * listed checks: GitHub would wait for those forever. Also finds pull requests that were closed, whose reviews nobody
 * has to decide, and repositories that became public or private, which changes what is shown of their reviews. It costs
 * one call for each repository, which does not count against GitHub's limit while nothing has changed, and checks the
 * 100 most recently changed pull requests. Repositories that no event and no job has ever named are not checked. An
 * error in one repository does not affect the others.
 */
async function noticeLostEvents(app: AppContext): Promise<void> {
  const { lostEventScan } = app;
  const places = await listRepositoriesAfter(app.db, lostEventScan.after, maxRepositories);
  lostEventScan.after = places.length < maxRepositories ? 0 : (places.at(-1)?.repositoryId ?? 0);
  for (const place of places) {
    try {
      await notice(app, place);
    } catch (error) {
      const { repositoryId } = place;
      app.log.info({ ...describeError(error), repositoryId }, 'a repository could not be looked through');
    }
  }
}

/** Does the same for one repository to which the App has come back, unless nothing is known of it. */
export async function findLostEvents(app: AppContext, place: RepositoryPlace): Promise<void> {
  if (!(await isKnownRepository(app.db, place.repositoryId))) return;
  try {
    await notice(app, place);
  } catch (error) {
    if (!(await pauseIfInaccessible(app, place, error))) throw error;
  }
}

async function notice(app: AppContext, place: RepositoryPlace): Promise<void> {
  const { etags } = app.lostEventScan;
  const listed = await listPulls(app, place, etags.get(place.repositoryId));
  if (listed === null) return;
  const missed: number[] = [];
  for (const pull of listed.pulls) {
    // The name belongs to another repository now.
    if (pull.base.repo.id !== place.repositoryId) return;
    const known = await findPullRequest(app.db, place.repositoryId, pull.number);
    const isOpen = pull.state === 'open';
    const isClosed = known?.open === true && !isOpen;
    // The visibility decides what may be shown, whatever the repository lists.
    if (isClosed || (known !== null && known.private !== pull.base.repo.private)) {
      await app.jobs.refreshPullRequest({ ...place, number: pull.number });
    } else if (isOpen && (known?.headSha !== pull.head.sha || !known.open)) missed.push(pull.number);
  }
  if (missed.length > 0) {
    const settings = await readSettings(app, { ...place, private: true });
    const isUsed = settings.reviews !== null || hasSummary(settings);
    for (const number of isUsed ? missed : []) await app.jobs.refreshPullRequest({ ...place, number });
  }
  // Stored last, so that a failed check is repeated.
  if (listed.etag !== undefined) etags.set(place.repositoryId, listed.etag);
}

/** Returns null when nothing has changed. */
async function listPulls(app: AppContext, place: RepositoryPlace, etag: string | undefined) {
  const octokit = await app.github.forInstallation(place.installationId);
  try {
    const { data, headers } = await octokit.rest.pulls.list({
      ...splitName(place.fullName),
      state: 'all',
      sort: 'updated',
      direction: 'desc',
      per_page: 100,
      ...(etag === undefined ? {} : { headers: { 'if-none-match': etag } }),
    });
    return { pulls: data, etag: headers.etag };
  } catch (error) {
    if (isStatus(error, 304)) return null;
    throw error;
  }
}

/**
 * Queues a read of every review that may have changed, so that a lost webhook only causes a delay; of every pull
 * request on which something has waited for more than an hour; and of every one whose head was never reported.
 */
export async function sweep(app: AppContext): Promise<void> {
  for (const key of await listToSync(app.db)) await app.jobs.syncReview(key);
  const anHourAgo = new Date(app.clock().getTime() - 3_600_000);
  for (const key of await listWaitingSince(app.db, anHourAgo)) await app.jobs.refreshPullRequest(key);
  await noticeLostEvents(app);
}
