import type { Review } from '../../server/contract/review.ts';
import type { AppContext } from '../context.ts';
import { pauseIfInaccessible } from '../pull-requests/pause-if-inaccessible.ts';
import { publishSummary, waitsInVain } from '../pull-requests/publish-pull-checks.ts';
import { adoptNextPass } from '../registrations/adopt-next-pass.ts';
import type { ReviewerView } from '../reviews.ts';
import type { Settings } from '../settings/file.ts';
import { readSettings } from '../settings/read-settings.ts';
import { findCheckRun } from '../store/check-runs.ts';
import { commitLock, findPullRequest, listByHead, type PullRequest, pullRequestLock } from '../store/pull-requests.ts';
import {
  beginSync,
  findRegistration,
  finishSync,
  markUnsynced,
  openSecret,
  type Registration,
  type RegistrationKey,
  saveFacts,
} from '../store/registrations.ts';
import { findGoverning, findReasonToPass, findRefusal, withReview } from './governing.ts';
import { publishCheck } from './publish-check.ts';
import { publishComment } from './publish-comment.ts';
import { readAgainAfter } from './read-again.ts';
import { resetPassLimitIfApproved, startFixingAgent } from './start-fixing-agent.ts';
import { hashOf, isNearlyStale } from './write-check.ts';

/**
 * Reads a registered review at the service and updates GitHub with it: its check, the comment, the fixing agent's work.
 * Repeating it changes nothing; after an error the next attempt does the rest.
 */
export async function syncReview(app: AppContext, key: RegistrationKey): Promise<void> {
  const registration = await findRegistration(app.db, key);
  if (registration === null) return;
  const pull = await findPullRequest(app.db, registration.repositoryId, registration.pullRequest);
  if (pull === null || pull.paused) return;
  try {
    const view = await app.locks.withLock(pullRequestLock(pull), () => publish(app, key));
    if (view === null) return;
    await adoptNextPass(app, pull, registration, view);
    const { preparingSeconds } = app.config;
    const afterSeconds = readAgainAfter(view.review, { now: app.clock(), preparingSeconds });
    if (afterSeconds !== null) await app.jobs.syncReview(key, { afterSeconds });
  } catch (error) {
    if (!(await pauseIfInaccessible(app, pull, error))) throw error;
  }
}

async function publish(app: AppContext, key: RegistrationKey): Promise<ReviewerView | null> {
  const registration = await findRegistration(app.db, key);
  if (registration === null) return null;
  const pull = await findPullRequest(app.db, registration.repositoryId, registration.pullRequest);
  if (pull === null || pull.paused) return null;
  // Read from GitHub before anything changes at the service, because a withdrawal there must be stored.
  const settings = await readSettings(app, pull);
  const read = await readRegistered(app, registration);
  const { view, withdrawn } = await syncReviewState(app, pull, registration, read);
  const review = view?.review ?? null;
  const current = withReview(registration, review, withdrawn);
  const synced = await app.locks.withLock(
    commitLock(registration),
    async () => {
      const governing = await findGoverning(app, registration, settings, current);
      const governs = governing?.reviewId === registration.reviewId;
      const reason = await findReasonToPass(app, pull, current, settings);
      // The age of a check matters only while its review waits: “Try again” makes a new check of one that does not.
      const waits = current.status === 'open' || current.status === 'preparing';
      const check = governs ? await findCheckRun(app.db, registration) : null;
      const nearlyStale = waits && isNearlyStale(app, check);
      // Of a review that ended before, only the check after “Try again” is incomplete.
      const isAgain = !waits && registration.status === current.status && check?.conclusion === null;
      const inVain = isAgain && (await waitsInVain(app, pull, registration.headSha, check));
      const login = review?.decision?.verified_login ?? null;
      const refusal = await findRefusal(app, pull, registration, login, settings);

      const shown = [withoutDeliveries(review), withoutComment(pull), describe(settings), reason, nearlyStale];
      const hash = hashOf([shown, governing?.reviewId, refusal]);
      if (registration.syncedHash === hash && !inVain) return null;
      // An earlier attempt got this far. The check may show since then that the workflow runs again.
      if (registration.syncedHash === checkedMark(hash) && !inVain) {
        return { hash, mark: checkedMark(hash), governs };
      }
      const begun = await beginSync(app.db, key, pull.private);
      if (review !== null) await resetPassLimitIfApproved(app, pull, registration, review, settings);
      await saveFacts(app.db, key, review === null ? null : current.facts, current.status);
      if (governs) {
        // The job reads this pull request after its lock is released.
        if (check?.conclusion === 'success' && current.status === 'changes_requested') {
          const { repositoryId, installationId, fullName } = pull;
          await app.jobs.recheckMergeGroups({ repositoryId, installationId, fullName });
        }
        // What GitHub shows for this commit on other pull requests no longer matches the check.
        await markUnsynced(app.db, registration, registration.reviewId);
        await publishCheck(app, pull, registration, review, settings, reason);
      } else if (governing !== null) await app.jobs.syncReview(governing);
      else await refreshOthers(app, registration);
      await finishSync(app.db, key, begun, checkedMark(hash));
      return { hash, mark: checkedMark(hash), governs };
    },
    'nested',
  );
  if (synced === null) return view;
  const { hash, mark, governs } = synced;
  if (review !== null) await startFixingAgent(app, pull, registration, review, settings);
  await publishSummary(app, pull, settings);
  if (governs && registration.headSha !== pull.headSha) {
    await publishSummary(app, pull, settings, registration.headSha);
  }
  await publishComment(app, pull, settings);
  await finishSync(app.db, key, mark, hash);
  return view;
}

/** Refreshes the open pull requests with the head of a review that does not count for them: each waits for its own. */
async function refreshOthers(app: AppContext, registration: Registration): Promise<void> {
  for (const { repositoryId, number } of await listByHead(app.db, registration)) {
    await app.jobs.refreshPullRequest({ repositoryId, number });
  }
}

async function readRegistered(app: AppContext, registration: Registration): Promise<ReviewerView | null> {
  const view = await app.reviews.read(openSecret(app, registration));
  // A link always leads to the same review. A different review means that this is not the service we registered with.
  return view?.review.id === registration.reviewId ? view : null;
}

/** The mark of a state whose check was sent, and whose comment was not yet. */
const checkedMark = (hash: string): string => `checked:${hash}`;
const withoutDeliveries = (review: Review | null) => (review === null ? null : { ...review, webhook: null });
const withoutComment = ({ commentId: _, commentHash: __, ...pull }: PullRequest) => pull;
const describe = (settings: Settings) => ({ ...settings, reviews: [...(settings.reviews ?? [])] });

/**
 * Withdraws an undecided review whose pull request is closed, because no reviewer needs to decide it, and restores one
 * that was withdrawn this way when the pull request is reopened. Store `withdrawn` with the review.
 */
export async function syncReviewState(
  app: AppContext,
  pull: PullRequest,
  registration: Registration,
  view: ReviewerView | null,
): Promise<{ view: ReviewerView | null; withdrawn: boolean }> {
  const status = view?.review.status;
  const secret = () => openSecret(app, registration);
  if (!pull.open && (status === 'open' || status === 'preparing')) {
    const withdrawn = await app.reviews.withdraw(secret());
    return { view: withdrawn ?? (await app.reviews.read(secret())), withdrawn: withdrawn !== null };
  }
  const wasWithdrawn = status === 'cancelled' && registration.facts?.withdrawn === true;
  if (!pull.open || !wasWithdrawn) return { view, withdrawn: wasWithdrawn };
  const restored = await app.reviews.restore(secret());
  return { view: restored ?? view, withdrawn: false };
}
