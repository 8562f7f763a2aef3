import type { Review } from '../../server/contract/review.ts';
import type { AppContext } from '../context.ts';
import { type ReasonToPass, renderCheck, renderDeleted } from '../render/check.ts';
import { renderClosed } from '../render/pull-checks.ts';
import { type Settings, settingsFor } from '../settings/file.ts';
import { waysTo } from '../sign-in/address.ts';
import { findCheckRun } from '../store/check-runs.ts';
import type { PullRequest } from '../store/pull-requests.ts';
import type { Registration } from '../store/registrations.ts';
import { findRefusal } from './governing.ts';
import { redirectCheck, writeCheck } from './write-check.ts';

/**
 * Updates the check of (name, commit) to the review; `review` is null when the service has deleted it. Call it under
 * the commit's lock.
 */
export async function publishCheck(
  app: AppContext,
  pull: PullRequest,
  registration: Registration,
  review: Review | null,
  settings: Settings,
  reason: ReasonToPass | null,
): Promise<void> {
  const isWithdrawn = !pull.open && review?.status === 'cancelled';
  const login = review?.decision?.verified_login ?? null;
  const refusal = await findRefusal(app, pull, registration, login, settings);
  const { pictures } = settings;
  const ways = waysTo(app.config, settingsFor(settings, registration), registration);
  const isLinkHidden = !ways.direct && ways.signIn === null;
  const options = { pictures, isLinkHidden, refusal, reason, isClosed: !pull.open };
  const content = review === null ? renderDeleted(options) : renderCheck(review, options);
  if (isWithdrawn) Object.assign(content, renderClosed(pull.number));
  // Everybody who can read the repository can read a check, and the review link alone is enough to decide.
  const shown = pull.private ? (review?.review_url ?? null) : null;
  const detailsUrl = ways.direct ? shown : ways.signIn;
  const askedSince = review === null ? undefined : new Date(review.created_at);
  const known = isWithdrawn ? await findCheckRun(app.db, registration) : null;
  // A pull request that passed without a decision, and was merged.
  if (known?.conclusion === 'success') return await redirectCheck(app, pull, registration, known, detailsUrl);
  await writeCheck(app, pull, registration, content, {
    externalId: registration.reviewId,
    detailsUrl,
    askedSince,
  });
}
