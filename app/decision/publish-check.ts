import type { Review } from '../../server/contract/review.ts';
import { splitName } from '../github.ts';
import type { Parts } from '../parts.ts';
import { checkName, deletedCheck, renderCheck } from '../render/check.ts';
import { findCheckRun, saveCheckRun } from '../store/check-runs.ts';
import type { PullRequest } from '../store/pull-requests.ts';
import type { Registration } from '../store/registrations.ts';
import { hashOf } from './hash.ts';

/**
 * Makes the check of (name, commit) say what the review says; `review` is null when the service has deleted it.
 * Returns the check's address. Call it under the pull request's lock.
 */
export async function publishCheck(
  parts: Parts,
  pull: PullRequest,
  registration: Registration,
  review: Review | null,
): Promise<string | null> {
  const content = review === null ? deletedCheck : renderCheck(review, { pictures: pull.private });
  // A check can be read by everybody who can read the repository, and the link is the reviewer's whole login.
  const detailsUrl = review !== null && pull.private ? review.review_url : null;
  const hash = hashOf({ content, detailsUrl, review: registration.reviewId });
  const known = await findCheckRun(parts.database, registration);
  if (known?.contentHash === hash) return known.url;

  const octokit = await parts.github.forInstallation(pull.installationId);
  const fields = {
    ...splitName(pull.fullName),
    name: checkName(registration.name),
    external_id: registration.reviewId,
    status: content.status,
    ...(content.conclusion === null ? {} : { conclusion: content.conclusion }),
    ...(detailsUrl === null ? {} : { details_url: detailsUrl }),
    output: { title: content.title, summary: content.summary, text: content.text },
  };
  // No row: the process may have ended between GitHub's answer and our note of it.
  const id = known === null ? await findOwnCheck(parts, pull, registration) : known.id;
  const { data } =
    id === null
      ? await octokit.rest.checks.create({ ...fields, head_sha: registration.headSha })
      : await octokit.rest.checks.update({ ...fields, check_run_id: id });
  await saveCheckRun(parts.database, registration, { id: data.id, url: data.html_url, contentHash: hash });
  return data.html_url;
}

async function findOwnCheck(parts: Parts, pull: PullRequest, registration: Registration): Promise<number | null> {
  const octokit = await parts.github.forInstallation(pull.installationId);
  const { data } = await octokit.rest.checks.listForRef({
    ...splitName(pull.fullName),
    ref: registration.headSha,
    check_name: checkName(registration.name),
    app_id: parts.github.appId,
  });
  return data.check_runs[0]?.id ?? null;
}
