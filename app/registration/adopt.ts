import { splitName } from '../github.ts';
import type { Parts } from '../parts.ts';
import { type ReviewerView, readSecret } from '../service.ts';
import { type PullRequest, savePullRequest } from '../store/pull-requests.ts';
import { findRegistration, type Registration, saveRegistration, secretOwner } from '../store/registrations.ts';
import { readPullRequest } from './read-pull-request.ts';
import { readSharing, saveSharing } from './read-sharing.ts';

/**
 * Takes over the pass that somebody opened after a registered one, over MCP for instance. The parent's own secret
 * leads to it, and it counts only when it shows the pull request's live head.
 */
export async function adopt(parts: Parts, pull: PullRequest, parent: Registration, view: ReviewerView): Promise<void> {
  const { newest } = view;
  if (newest === null || !pull.open) return;
  const key = { repositoryId: parent.repositoryId, reviewId: newest.id };
  if ((await findRegistration(parts.database, key)) !== null) return;
  const secret = readSecret(newest.review_url);
  const child = await parts.service.readReview(secret);
  if (child === null || child.review.id !== newest.id || child.review.revision === null) return;

  const octokit = await parts.github.forInstallation(pull.installationId);
  const { data } = await octokit.rest.pulls.get({ ...splitName(pull.fullName), pull_number: pull.number });
  if (data.state !== 'open' || data.head.sha !== child.review.revision) {
    parts.log.info('A later pass does not show the head of its pull request.', { ...key, pullRequest: pull.number });
    return;
  }
  const live = readPullRequest(data, pull.installationId);
  const sharing = await readSharing(parts, octokit, live);
  await parts.database.transaction(async (queries) => {
    await savePullRequest(queries, live);
    await saveSharing(queries, live, sharing);
    const saved = await saveRegistration(queries, {
      ...key,
      pullRequest: pull.number,
      name: parent.name,
      headSha: data.head.sha,
      runId: null,
      silent: parent.silent,
      signInOnly: parent.signInOnly,
      carryOver: parent.carryOver,
      secret: parts.secrets.seal(secret, secretOwner(key)),
    });
    if (saved === 'saved') await parts.queue.follow(key, { queries });
  });
  parts.log.info('A later pass was adopted.', { ...key, parent: parent.reviewId, pullRequest: pull.number });
}
