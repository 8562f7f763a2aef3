import type { AppContext } from '../context.ts';
import { isRateLimited, isStatus, splitName } from '../github.ts';
import { pauseRepository, type RepositoryPlace, resumeRepository } from '../store/pull-requests.ts';

/**
 * Returns whether an error of GitHub's means that nothing can be written there now, because the App was removed or the
 * repository is archived. The place is then paused. When another installation covers the repository, for instance after
 * a transfer to another owner, everything continues through that one.
 */
export async function pauseIfInaccessible(app: AppContext, place: RepositoryPlace, error: unknown): Promise<boolean> {
  if (!isStatus(error, 401, 403, 404) || isRateLimited(error)) return false;
  if (isArchived(error)) {
    await pauseRepository(app.db, place);
    app.log.info({ repositoryId: place.repositoryId }, 'the repository is archived');
    return true;
  }
  const installationId = await app.github.findInstallation(place.fullName);
  if (installationId === place.installationId) return false;
  if (installationId !== null && (await isThere(app, { ...place, installationId }))) {
    const moved = { ...place, installationId };
    for (const pull of await resumeRepository(app.db, moved)) {
      await app.jobs.refreshPullRequest({ ...moved, number: pull.number });
    }
    app.log.info({ repositoryId: place.repositoryId }, 'the repository is in another installation');
    return true;
  }
  await pauseRepository(app.db, place);
  app.log.warn({ repositoryId: place.repositoryId }, 'the App is not installed there now');
  return true;
}

/** Checks by the repository's id, because its name may be another repository's by now. */
async function isThere(app: AppContext, place: RepositoryPlace): Promise<boolean> {
  const octokit = await app.github.forInstallation(place.installationId);
  const { data } = await octokit.rest.repos.get(splitName(place.fullName));
  return data.id === place.repositoryId;
}

const isArchived = (error: unknown) =>
  isStatus(error, 403) && error instanceof Error && /\barchived\b.*\bread-only\b/i.test(error.message);
