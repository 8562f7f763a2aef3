import type { Parts } from '../parts.ts';
import { adopt } from '../registration/adopt.ts';
import { readFacts } from '../render/facts.ts';
import { findPullRequest } from '../store/pull-requests.ts';
import {
  findGoverning,
  findRegistration,
  type RegistrationKey,
  saveFacts,
  secretOwner,
} from '../store/registrations.ts';
import { handOff } from './hand-off.ts';
import { publishCheck } from './publish-check.ts';
import { publishComment } from './publish-comment.ts';
import { readSettings } from './read-settings.ts';

/**
 * Reads a registered review at the service and makes GitHub say the same: its check, the comment, the fixing agent's
 * work. Doing it again changes nothing; an error leaves the rest to the next attempt.
 */
export async function follow(parts: Parts, key: RegistrationKey): Promise<void> {
  const { database } = parts;
  const registration = await findRegistration(database, key);
  if (registration === null) return;
  const lock = `pull:${registration.repositoryId}:${registration.pullRequest}`;
  const view = await database.withLock(lock, async () => {
    const pull = await findPullRequest(database, registration.repositoryId, registration.pullRequest);
    if (pull === null) return null;
    const read = await parts.service.readReview(parts.secrets.open(registration.secret, secretOwner(registration)));
    // The secret leads to one review for ever, so this only holds off a service that is not the one we registered with.
    const known = read?.review.id === registration.reviewId ? read : null;
    const review = known?.review ?? null;
    await saveFacts(database, key, review === null ? null : readFacts(review), review?.status ?? 'deleted');

    const governing = await findGoverning(database, registration);
    if (governing?.reviewId === registration.reviewId) await publishCheck(parts, pull, registration, review);
    const settings = await readSettings(parts, pull);
    if (review !== null) await handOff(parts, pull, registration, review, settings);
    await publishComment(parts, pull, settings);
    return known === null ? null : { view: known, pull };
  });
  if (view === null) return;
  await adopt(parts, view.pull, registration, view.view);
  if (view.view.review.status === 'preparing') {
    await parts.queue.follow(key, { afterSeconds: parts.config.preparingSeconds });
  }
}
