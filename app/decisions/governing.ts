import type { Review } from '../../server/contract/review.ts';
import type { AppContext } from '../context.ts';
import { approvals, type BaseFacts, settledBy } from '../render/base.ts';
import type { ReasonToPass } from '../render/check.ts';
import { type ReviewFacts, readFacts, sameShots } from '../render/facts.ts';
import { type Settings, settingsFor } from '../settings/file.ts';
import { mayPass } from '../sign-in/may-pass.ts';
import { type Commit, findPullRequest, listAuthors, type PullRequest } from '../store/pull-requests.ts';
import { findDecidedBefore, listNewestOn, type Registration, type RegistrationKey } from '../store/registrations.ts';
import { findReviewerAccess } from '../store/reviewer-access.ts';

/** Returns a registration with the current state of its review; null: the service has deleted it. */
export const withReview = (registration: Registration, review: Review | null, withdrawn = false): Registration =>
  review === null
    ? { ...registration, status: 'deleted' }
    : { ...registration, status: review.status, facts: { ...readFacts(review), withdrawn } };

/**
 * Returns why the approval of a registered review does not pass the check of `commit`, in words; null when it does.
 * `approvedIn`: the review whose page the person signed in to, when that is another one.
 */
export async function findRefusal(
  app: AppContext,
  pull: PullRequest,
  registration: Registration,
  login: string | null,
  settings: Settings,
  { commit = registration, approvedIn = registration }: { commit?: Commit; approvedIn?: RegistrationKey } = {},
): Promise<string | null> {
  const access = await findReviewerAccess(app.db, approvedIn, login);
  const authors = await listAuthors(app.db, pull, [registration.headSha, commit.headSha]);
  return mayPass(
    settingsFor(settings, registration),
    { verified_login: login },
    { private: pull.private, authors },
    access,
  );
}

/**
 * Returns why an undecided review passes without a decision of its own; null when it does not. Either nothing differs
 * from its base but what was approved before, or the same screenshots were.
 */
export async function findReasonToPass(
  app: AppContext,
  pull: PullRequest,
  registration: Registration,
  settings: Settings,
): Promise<ReasonToPass | null> {
  const { facts, status } = registration;
  if (status !== 'open' || !isSettled(facts)) return null;
  const carriesOver = settings.carryOver && registration.carryOver;
  const base = settledBy(facts);
  if (base !== null && (carriesOver || base.approved.length === 0)) {
    if (await areCounted(app, pull, registration, settings, base)) return { base };
  }
  if (!carriesOver) return null;
  const carriedFrom = await findCarriedFrom(app, pull, registration, settings, facts);
  return carriedFrom === null ? null : { carriedFrom };
}

/** Returns whether the earlier approvals of a review's changes count by the present settings. */
async function areCounted(
  app: AppContext,
  pull: PullRequest,
  registration: Registration,
  settings: Settings,
  base: BaseFacts,
): Promise<boolean> {
  for (const { reviewId, login } of approvals(base)) {
    const approvedIn = { repositoryId: registration.repositoryId, reviewId };
    if ((await findRefusal(app, pull, registration, login, settings, { approvedIn })) !== null) return false;
  }
  return true;
}

/**
 * Returns the commit whose approval also counts for an undecided review: that of the newest decided pass, when it shows
 * the same screenshots under the same labels, was approved by a person whose approval counts, and nothing is
 * outstanding on either. null otherwise.
 */
async function findCarriedFrom(
  app: AppContext,
  pull: PullRequest,
  registration: Registration,
  settings: Settings,
  facts: ReviewFacts,
): Promise<string | null> {
  const before = await findDecidedBefore(app.db, registration);
  if (before?.status !== 'approved' || !isSettled(before.facts) || !sameShots(before.facts, facts)) return null;
  const login = before.facts.decision?.login ?? null;
  const refusal = await findRefusal(app, pull, before, login, settings, { commit: registration });
  return refusal === null ? before.headSha : null;
}

const isSettled = (facts: ReviewFacts | null): facts is ReviewFacts => facts !== null && facts.outstanding === 0;

/**
 * Returns the review that governs a name on a commit. Each open pull request that has the commit as its head has a
 * newest pass there. An approval that counts passes for all of them, unless changes were requested on another pull
 * request of the repository itself; a fork's cannot undo it. `current`: one of these reviews in its current state. Call
 * it under the commit's lock.
 */
export async function findGoverning(
  app: AppContext,
  check: Commit & { name: string },
  settings: Settings,
  current?: Registration,
): Promise<Registration | null> {
  const candidates: Array<{ registration: Registration; pull: PullRequest }> = [];
  for (const stored of await listNewestOn(app.db, check)) {
    const registration = stored.reviewId === current?.reviewId ? current : stored;
    const pull = await findPullRequest(app.db, registration.repositoryId, registration.pullRequest);
    if (pull !== null) candidates.push({ registration, pull });
  }
  const open = candidates.filter(({ pull }) => pull.open);
  const [first, ...others] = open.length > 0 ? open : candidates;
  if (first === undefined || others.length === 0) return first?.registration ?? null;
  let best = { registration: first.registration, rank: await rankOf(app, first, settings) };
  for (const other of others) {
    const rank = await rankOf(app, other, settings);
    if (rank < best.rank) best = { registration: other.registration, rank };
  }
  return best.registration;
}

async function rankOf(
  app: AppContext,
  { registration, pull }: { registration: Registration; pull: PullRequest },
  settings: Settings,
): Promise<number> {
  switch (registration.status) {
    case 'changes_requested':
      return pull.fork ? 2 : 0;
    case 'approved': {
      const login = registration.facts?.decision?.login ?? null;
      return (await findRefusal(app, pull, registration, login, settings)) === null ? 1 : 3;
    }
    case 'open':
      return (await findReasonToPass(app, pull, registration, settings)) === null ? 4 : 1;
    case 'preparing':
      return 4;
    default:
      return 5;
  }
}
