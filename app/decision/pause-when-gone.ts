import { isRateLimited, isStatus } from '../github.ts';
import type { Parts } from '../parts.ts';
import { pauseRepository } from '../store/pull-requests.ts';

/** Whether an error of GitHub's means that the App is not there (any more); then nothing there is followed for now. */
export async function pauseWhenGone(
  parts: Parts,
  place: { repositoryId: number; installationId: number; fullName: string },
  error: unknown,
): Promise<boolean> {
  if (!isStatus(error, 401, 403, 404) || isRateLimited(error)) return false;
  if ((await parts.github.findInstallation(place.fullName)) !== null) return false;
  await pauseRepository(parts.database, place);
  parts.log.warn('The App is not installed there now.', { repositoryId: place.repositoryId });
  return true;
}
