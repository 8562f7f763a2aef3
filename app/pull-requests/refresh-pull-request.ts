import type { AppContext } from '../context.ts';
import { publishComment } from '../decisions/publish-comment.ts';
import { splitName } from '../github.ts';
import { readPullRequest } from '../registrations/read-pull-request.ts';
import type { RefreshJob } from '../send-jobs.ts';
import { hasSummary } from '../settings/file.ts';
import { readSettings } from '../settings/read-settings.ts';
import { listCheckRuns } from '../store/check-runs.ts';
import {
  type Commit,
  findPullRequest,
  type PullRequest,
  pullRequestLock,
  type RepositoryPlace,
  savePullRequest,
} from '../store/pull-requests.ts';
import { listNewest, listNewestOn, listShownPrivately, listUnsynced } from '../store/registrations.ts';
import { pauseIfInaccessible } from './pause-if-inaccessible.ts';
import { publishListed, publishSummary } from './publish-pull-checks.ts';

/**
 * Reads a pull request at GitHub and updates everything about it: the stored data, the listed checks of its head, the
 * summary, the comment, and every review that governs one of its names. An event only says that something happened; the
 * current state counts, so late, doubled and swapped events have the same result.
 */
export async function refreshPullRequest(app: AppContext, job: RefreshJob): Promise<void> {
  const known = await findPullRequest(app.db, job.repositoryId, job.number);
  const installationId = job.installationId ?? known?.installationId;
  const fullName = job.fullName ?? known?.fullName;
  // The pause belongs to a place, not to a repository: work still under way at the old name may have paused it after
  // the new name was stored.
  if (known?.paused && known.installationId === installationId && known.fullName === fullName) return;
  if (installationId === undefined || fullName === undefined) return;
  const place = { repositoryId: job.repositoryId, installationId, fullName };
  try {
    const pull = await app.locks.withLock(pullRequestLock(job), () => readAndPublish(app, place, job.number));
    if (pull === null) return;
    // Includes other pull requests' reviews, because whose approval counts on this commit depends on all pull requests
    // that have it as their head.
    const onHead = [...(await listNewest(app.db, pull)), ...(await listNewestOn(app.db, pull))];
    const concerned = [...onHead, ...(await listUnsynced(app.db, pull))];
    for (const reviewId of new Set(concerned.map((registration) => registration.reviewId))) {
      await app.jobs.syncReview({ repositoryId: pull.repositoryId, reviewId });
    }
  } catch (error) {
    if (!(await pauseIfInaccessible(app, place, error))) throw error;
  }
}

async function readAndPublish(app: AppContext, place: RepositoryPlace, number: number): Promise<PullRequest | null> {
  const octokit = await app.github.forInstallation(place.installationId);
  const { data } = await octokit.rest.pulls.get({ ...splitName(place.fullName), pull_number: number });
  // The name belongs to another repository now; a separate event reports the new place of this one.
  if (data.base.repo.id !== place.repositoryId) return null;
  const live = readPullRequest(data, place.installationId);
  const settings = await readSettings(app, live);
  const isUsed = settings.reviews !== null || hasSummary(settings) || settings.problems.length > 0;
  const known = await findPullRequest(app.db, place.repositoryId, number);
  if (!isUsed && known === null && !(await hasChecks(app, live))) return null;
  // It became public, and the event of that was lost or comes later.
  if (!live.private && (await listShownPrivately(app.db, place.repositoryId)).length > 0)
    await app.jobs.withdrawLinks(place);
  await savePullRequest(app.db, live);
  const pull = await findPullRequest(app.db, place.repositoryId, number);
  if (pull === null) return null;
  if (pull.open || (await hasChecks(app, pull))) {
    await publishListed(app, pull, settings);
    await publishSummary(app, pull, settings);
  }
  // A review that has not been read yet will be read soon, and updates the comment then.
  const registrations = await listNewest(app.db, pull);
  if (registrations.every(({ facts }) => facts !== null)) await publishComment(app, pull, settings);
  return pull;
}

/** Returns whether the head has any check of ours; a pull request that closes before that gets no more. */
async function hasChecks(app: AppContext, pull: Commit): Promise<boolean> {
  return (await listCheckRuns(app.db, pull)).size > 0;
}
