import type { Review } from '../../server/contract/review.ts';
import type { Parts } from '../parts.ts';
import { adopt } from '../registration/adopt.ts';
import type { ReviewerView } from '../service.ts';
import type { Settings } from '../settings/file.ts';
import { readSettings } from '../settings/read-settings.ts';
import { findCheckRun } from '../store/check-runs.ts';
import { findPullRequest, listAuthors, lockOf, lockOfCommit, type PullRequest } from '../store/pull-requests.ts';
import {
  beginTelling,
  findRegistration,
  finishTelling,
  forgetFollowed,
  type Registration,
  type RegistrationKey,
  saveFacts,
  secretOwner,
} from '../store/registrations.ts';
import { findCarriedFrom, findGoverning, withReview } from './governing.ts';
import { handOff, letStartAnew } from './hand-off.ts';
import { hashOf } from './hash.ts';
import { keepInStep } from './keep-in-step.ts';
import { pauseWhenGone } from './pause-when-gone.ts';
import { publishCheck } from './publish-check.ts';
import { publishComment } from './publish-comment.ts';
import { publishSummary } from './publish-pull.ts';
import { isNearlyStale } from './write-check.ts';

/**
 * Reads a registered review at the service and makes GitHub say the same: its check, the comment, the fixing agent's
 * work. Doing it again changes nothing; an error leaves the rest to the next attempt.
 */
export async function follow(parts: Parts, key: RegistrationKey): Promise<void> {
  const registration = await findRegistration(parts.database, key);
  if (registration === null) return;
  const pull = await findPullRequest(parts.database, registration.repositoryId, registration.pullRequest);
  if (pull === null || pull.paused) return;
  try {
    const view = await parts.database.withLock(lockOf(pull), () => tell(parts, key));
    if (view === null) return;
    await adopt(parts, pull, registration, view);
    if (view.review.status === 'preparing') {
      await parts.queue.follow(key, { afterSeconds: parts.config.preparingSeconds });
    }
  } catch (error) {
    if (!(await pauseWhenGone(parts, pull, error))) throw error;
  }
}

async function tell(parts: Parts, key: RegistrationKey): Promise<ReviewerView | null> {
  const { database } = parts;
  const registration = await findRegistration(database, key);
  if (registration === null) return null;
  const pull = await findPullRequest(database, registration.repositoryId, registration.pullRequest);
  if (pull === null || pull.paused) return null;
  // Asked of GitHub before anything changes at the service: what is withdrawn there has to be remembered.
  const settings = await readSettings(parts, pull);
  const read = await readRegistered(parts, registration);
  const { view, withdrawn } = await keepInStep(parts, pull, registration, read);
  const review = view?.review ?? null;
  const current = withReview(registration, review, withdrawn);
  const told = await database.withLock(
    lockOfCommit(registration),
    async () => {
      const governing = await findGoverning(parts, registration, settings, current);
      const governs = governing?.reviewId === registration.reviewId;
      const carriedFrom = await findCarriedFrom(parts, pull, current, settings);
      const nearlyStale = governs && isNearlyStale(parts, await findCheckRun(database, registration));
      const authors = await listAuthors(database, pull, [registration.headSha]);

      const shown = [withoutDeliveries(review), withoutComment(pull), describe(settings), carriedFrom, nearlyStale];
      const hash = hashOf([shown, governing?.reviewId, authors]);
      if (registration.followedHash === hash) return null;
      const mark = await beginTelling(database, key);
      if (review !== null) await letStartAnew(parts, pull, registration, review, settings);
      await saveFacts(database, key, review === null ? null : current.facts, current.status);
      if (governs) {
        // What other pull requests' reviews of this commit have told of it is not what the check says any more.
        await forgetFollowed(database, registration, registration.reviewId);
        await publishCheck(parts, pull, registration, review, settings, carriedFrom);
      } else if (governing !== null) await parts.queue.follow(governing);
      return { hash, mark, governs };
    },
    'nested',
  );
  if (told === null) return view;
  const { hash, mark, governs } = told;
  if (review !== null) await handOff(parts, pull, registration, review, settings);
  await publishSummary(parts, pull, settings);
  if (governs && registration.headSha !== pull.headSha) {
    await publishSummary(parts, pull, settings, registration.headSha);
  }
  await publishComment(parts, pull, settings);
  await finishTelling(database, key, mark, hash);
  return view;
}

async function readRegistered(parts: Parts, registration: Registration): Promise<ReviewerView | null> {
  const secret = parts.secrets.open(registration.secret, secretOwner(registration));
  const view = await parts.service.readReview(secret);
  // A link leads to one review for ever; anything else is not the service that we registered with.
  return view?.review.id === registration.reviewId ? view : null;
}

const withoutDeliveries = (review: Review | null) => (review === null ? null : { ...review, webhook: null });
const withoutComment = ({ commentId: _, commentHash: __, ...pull }: PullRequest) => pull;
const describe = (settings: Settings) => ({ ...settings, reviews: [...(settings.reviews ?? [])] });
