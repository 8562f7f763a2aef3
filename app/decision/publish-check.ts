import type { Review } from '../../server/contract/review.ts';
import type { Parts } from '../parts.ts';
import { deletedCheck, renderCheck } from '../render/check.ts';
import { readFacts } from '../render/facts.ts';
import { pullRequestClosed } from '../render/pull-checks.ts';
import type { Settings } from '../settings/file.ts';
import { waysTo } from '../sign-in/address.ts';
import { mayPass } from '../sign-in/may-pass.ts';
import type { PullRequest } from '../store/pull-requests.ts';
import { findDecidedBefore, type Registration } from '../store/registrations.ts';
import { findVouch } from '../store/sign-ins.ts';
import { writeCheck } from './write-check.ts';

/**
 * Makes the check of (name, commit) say what the review says; `review` is null when the service has deleted it.
 * Returns the check's address. Call it under the pull request's lock.
 */
export async function publishCheck(
  parts: Parts,
  pull: PullRequest,
  registration: Registration,
  review: Review | null,
  settings: Settings,
  carriedFrom: string | null,
): Promise<string | null> {
  const login = review?.decision?.verified_login ?? null;
  const vouch = await findVouch(parts.database, registration, login);
  const refusal = mayPass(settings, { verified_login: login }, pull, vouch);
  const { pictures } = settings;
  const content = review === null ? deletedCheck : renderCheck(review, { pictures, refusal, carriedFrom });
  if (!pull.open && review?.status === 'cancelled') Object.assign(content, pullRequestClosed);
  // A check can be read by everybody who can read the repository, and the link is the reviewer's whole login.
  const ways = waysTo(parts.config, settings, registration);
  const shown = pull.private ? (review?.review_url ?? null) : null;
  const detailsUrl = ways.direct ? shown : ways.signIn;
  return await writeCheck(parts, pull, registration, content, { externalId: registration.reviewId, detailsUrl });
}

/**
 * The commit whose approval holds for an undecided review too: that of the newest decided pass, when it shows the same
 * pictures under the same labels, was approved by one who may, and nothing is outstanding on either. null otherwise.
 */
export async function findCarriedFrom(
  parts: Parts,
  pull: PullRequest,
  registration: Registration,
  review: Review | null,
  settings: Settings,
): Promise<string | null> {
  if (!settings.carryOver || !registration.carryOver || review?.status !== 'open' || review.outstanding_marks > 0)
    return null;
  const before = await findDecidedBefore(parts.database, registration);
  if (before?.status !== 'approved' || before.facts === null || before.facts.outstanding > 0) return null;
  const digest = readFacts(review).digest ?? null;
  if (digest === null || before.facts.digest !== digest) return null;
  const login = before.facts.decision?.login ?? null;
  const vouch = await findVouch(parts.database, before, login);
  return mayPass(settings, { verified_login: login }, pull, vouch) === null ? before.headSha : null;
}
