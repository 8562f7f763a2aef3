import { isRateLimited, isStatus, splitName } from '../github.ts';
import type { Parts } from '../parts.ts';
import { pauseRepository, resumeRepository } from '../store/pull-requests.ts';

interface Place {
  repositoryId: number;
  installationId: number;
  fullName: string;
}

/**
 * Whether an error of GitHub's means that nothing can be written there (any more): the App is gone, or the repository is
 * archived. Then nothing there is followed for now. Where it is another installation that covers the repository, as
 * after it was given to another owner, everything goes on through that one.
 */
export async function pauseWhenGone(parts: Parts, place: Place, error: unknown): Promise<boolean> {
  if (!isStatus(error, 401, 403, 404) || isRateLimited(error)) return false;
  if (isArchived(error)) {
    await pauseRepository(parts.database, place);
    parts.log.info('The repository is archived.', { repositoryId: place.repositoryId });
    return true;
  }
  const installationId = await parts.github.findInstallation(place.fullName);
  if (installationId === place.installationId) return false;
  if (installationId !== null && (await isThere(parts, { ...place, installationId }))) {
    const moved = { ...place, installationId };
    for (const pull of await resumeRepository(parts.database, moved)) {
      await parts.queue.refresh({ ...moved, number: pull.number });
    }
    parts.log.info('The repository is in another installation.', { repositoryId: place.repositoryId });
    return true;
  }
  await pauseRepository(parts.database, place);
  parts.log.warn('The App is not installed there now.', { repositoryId: place.repositoryId });
  return true;
}

/** By its id: the name may be another repository's by now. */
async function isThere(parts: Parts, place: Place): Promise<boolean> {
  const octokit = await parts.github.forInstallation(place.installationId);
  const { data } = await octokit.rest.repos.get(splitName(place.fullName));
  return data.id === place.repositoryId;
}

const isArchived = (error: unknown) =>
  isStatus(error, 403) && error instanceof Error && /\barchived\b.*\bread-only\b/i.test(error.message);
