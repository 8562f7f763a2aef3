import { repositoryOf } from '../../server/contract/reference.ts';
import type { Review } from '../../server/contract/review.ts';
import type { AppContext } from '../context.ts';
import { hasCommit, splitName } from '../github.ts';
import { type Approval, approvalsOf, type BaseFacts, passesBy } from '../render/base.ts';
import type { ReasonToPass } from '../render/check.ts';
import { type ReviewFacts, readFacts, sameShots } from '../render/facts.ts';
import { type Settings, settingsFor } from '../settings/file.ts';
import { mayPass } from '../sign-in/may-pass.ts';
import {
  type Commit,
  findPullRequest,
  listAuthors,
  listByHead,
  type OnCommit,
  type PullRequest,
} from '../store/pull-requests.ts';
import { findDecidedBefore, findRegistration, listNewestOn, type Registration } from '../store/registrations.ts';
import { findReviewerAccess } from '../store/reviewer-access.ts';

/** Returns a registration with the current state of its review; null: the service has deleted it. */
export const withReview = (registration: Registration, review: Review | null, withdrawn = false): Registration =>
  review === null
    ? { ...registration, status: 'deleted' }
    : { ...registration, status: review.status, facts: { ...readFacts(review), withdrawn } };

/** Returns why the approval of a registered review does not pass the check of `commit`, in words; null when it does. */
export async function findRefusal(
  app: AppContext,
  pull: PullRequest,
  registration: Registration,
  login: string | null,
  settings: Settings,
  commit: Commit = registration,
): Promise<string | null> {
  const access = await findReviewerAccess(app.db, registration, login);
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
  const before = await findDecidedBefore(app.db, registration);
  const base = passesBy(facts, { before: before?.status ?? null, carriesOver });
  if (base !== null && (await isTrusted(app, pull, registration, settings, base))) return { base };
  if (!carriesOver || before === null) return null;
  return (await isCarriedOver(app, pull, registration, settings, { before, facts }))
    ? { carriedFrom: before.headSha }
    : null;
}

/**
 * Returns whether a comparison may replace a decision. The job chose the base and sent the images, so the App checks
 * what it can: that it is a base of this review, on the branch that the pull request would be merged into, and that
 * every approval it relies on is of a review registered here and counts by the present settings.
 */
async function isTrusted(
  app: AppContext,
  pull: PullRequest,
  registration: Registration,
  settings: Settings,
  base: BaseFacts,
): Promise<boolean> {
  const { repositoryId, name } = registration;
  if (base.repository !== repositoryOf(repositoryId) || base.name !== name) return false;
  const known = new Map<string, boolean>();
  const counts = async ({ reviewId, login, outcome = 'approved' }: Approval): Promise<boolean> => {
    const approving = await findRegistration(app.db, { repositoryId, reviewId });
    if (approving?.status !== outcome || approving.name !== name) return false;
    const by = approving.facts?.decision?.login ?? null;
    // Somebody else has approved since the comparison was read, or since the review was.
    if (login !== undefined && login !== by) return false;
    return (await findRefusal(app, pull, approving, by, settings, registration)) === null;
  };
  for (const approvals of approvalsOf(base)) {
    let isCounted = false;
    for (const approval of approvals) {
      const key = JSON.stringify(approval);
      const found = known.get(key) ?? (await counts(approval));
      known.set(key, found);
      isCounted ||= found;
    }
    if (!isCounted) return false;
  }
  const octokit = await app.github.forInstallation(pull.installationId);
  const here = splitName(pull.fullName);
  const { data: live } = await octokit.rest.pulls.get({ ...here, pull_number: pull.number });
  return hasCommit(octokit, here, live.base.sha, base.commit);
}

/**
 * Returns whether the approval of the newest decided pass also counts for an undecided review: it shows the same
 * screenshots under the same labels, was approved by a person whose approval counts, and nothing is outstanding on
 * either.
 */
async function isCarriedOver(
  app: AppContext,
  pull: PullRequest,
  registration: Registration,
  settings: Settings,
  { before, facts }: { before: Registration; facts: ReviewFacts },
): Promise<boolean> {
  if (before.status !== 'approved' || !isSettled(before.facts) || !sameShots(before.facts, facts)) return false;
  const login = before.facts.decision?.login ?? null;
  return (await findRefusal(app, pull, before, login, settings, registration)) === null;
}

/**
 * Returns the newest reviews of a commit that count for the open pull requests with that head: their own, and what was
 * decided on another one. While no such pull request is open, all of them count.
 */
export async function listCounting(
  app: AppContext,
  commit: OnCommit,
  newest?: readonly Registration[],
): Promise<Registration[]> {
  const reviews = newest ?? (await listNewestOn(app.db, commit));
  const open = new Set((await listByHead(app.db, commit)).map(({ number }) => number));
  return reviews.filter(({ pullRequest, status }) => open.size === 0 || open.has(pullRequest) || isDecided(status));
}

const isDecided = (status: Registration['status']): boolean => status === 'approved' || status === 'changes_requested';

const isSettled = (facts: ReviewFacts | null): facts is ReviewFacts => facts !== null && facts.outstanding === 0;

/**
 * Returns the review that governs a name on a commit; null when the name is listed and waits for one. Each open pull
 * request that has the commit as its head has a newest pass there. An approval that counts passes for all of them, unless changes were requested on another pull
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
  const stored = await listNewestOn(app.db, check);
  const newest = stored.map((each) => (each.reviewId === current?.reviewId ? current : each));
  const counting = await listCounting(app, check, newest);
  const isListed = settings.reviews?.has(check.name) === true;
  // Nothing but its reviews writes the check of a name that is not listed.
  for (const registration of counting.length > 0 || isListed ? counting : newest) {
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
    case 'open': {
      const reason = await findReasonToPass(app, pull, registration, settings);
      // The base is one of this pull request alone: where another one waits with the same head, a person decides.
      if (reason !== null && 'base' in reason) return 4.5;
      return reason === null ? 4 : 1;
    }
    case 'preparing':
      return 4;
    default:
      return 5;
  }
}
