import type { AppContext } from '../context.ts';
import { publishComment } from '../decisions/publish-comment.ts';
import { splitName } from '../github.ts';
import { readPullRequest } from '../registrations/read-pull-request.ts';
import type { RefreshJob } from '../send-jobs.ts';
import { readSettings } from '../settings/read-settings.ts';
import { listCheckRuns } from '../store/check-runs.ts';
import { findPullRequest, type PullRequest, pullRequestLock, savePullRequest } from '../store/pull-requests.ts';
import { listNewest, listNewestOn } from '../store/registrations.ts';
import { pauseIfInaccessible } from './pause-if-inaccessible.ts';
import { publishListed, publishSummary } from './publish-pull-checks.ts';

/**
 * Reads a pull request at GitHub and brings everything about it up to date: what is known of it, the listed checks of
 * its head, the summary, the comment, and every review that speaks for one of its names. An event only says that
 * something happened: what counts is how it is now, so late, doubled and swapped events all end the same.
 */
export async function refreshPullRequest(app: AppContext, job: RefreshJob): Promise<void> {
  const known = await findPullRequest(app.db, job.repositoryId, job.number);
  const installationId = job.installationId ?? known?.installationId;
  const fullName = job.fullName ?? known?.fullName;
  // Paused is a place, not a repository: work that was under way at an old name may have paused it after the new one came.
  if (known?.paused && known.installationId === installationId && known.fullName === fullName) return;
  if (installationId === undefined || fullName === undefined) return;
  const place = { repositoryId: job.repositoryId, installationId, fullName };
  try {
    const pull = await app.locks.withLock(pullRequestLock(job), () => readAndPublish(app, place, job.number));
    if (pull === null) return;
    // Those of other pull requests too: whose approval counts on this commit depends on all that have it as their head.
    const concerned = [...(await listNewest(app.db, pull)), ...(await listNewestOn(app.db, pull))];
    for (const reviewId of new Set(concerned.map((registration) => registration.reviewId))) {
      await app.jobs.syncReview({ repositoryId: pull.repositoryId, reviewId });
    }
  } catch (error) {
    if (!(await pauseIfInaccessible(app, place, error))) throw error;
  }
}

async function readAndPublish(
  app: AppContext,
  place: { repositoryId: number; installationId: number; fullName: string },
  number: number,
): Promise<PullRequest | null> {
  const octokit = await app.github.forInstallation(place.installationId);
  const { data } = await octokit.rest.pulls.get({ ...splitName(place.fullName), pull_number: number });
  // Another repository has the name by now; the event that says where this one went comes by itself.
  if (data.base.repo.id !== place.repositoryId) return null;
  const live = readPullRequest(data, place.installationId);
  const settings = await readSettings(app, live);
  const isUsed = settings.reviews !== null || settings.summary || settings.problems.length > 0;
  const known = await findPullRequest(app.db, place.repositoryId, number);
  if (!isUsed && known === null && !(await hasChecks(app, live))) return null;
  await savePullRequest(app.db, live);
  const pull = await findPullRequest(app.db, place.repositoryId, number);
  if (pull === null) return null;
  if (pull.open || (await hasChecks(app, pull))) {
    await publishListed(app, pull, settings);
    await publishSummary(app, pull, settings);
  }
  // A review that nobody has read yet is about to be, and the comment comes with it.
  const registrations = await listNewest(app.db, pull);
  if (registrations.every(({ facts }) => facts !== null)) await publishComment(app, pull, settings);
  return pull;
}

/** Whether anything of ours stands on the head; a pull request that closes before that gets nothing more. */
async function hasChecks(app: AppContext, pull: { repositoryId: number; headSha: string }): Promise<boolean> {
  return (await listCheckRuns(app.db, pull)).size > 0;
}
