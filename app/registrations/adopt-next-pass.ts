import type { AppContext } from '../context.ts';
import { splitName } from '../github.ts';
import { type ReviewerView, readSecret } from '../reviews.ts';
import { type PullRequest, savePullRequest } from '../store/pull-requests.ts';
import { findRegistration, type Registration, saveRegistration, secretAssociatedData } from '../store/registrations.ts';
import { readPullRequest, readSharing, saveSharing } from './read-pull-request.ts';

/**
 * Registers the pass that somebody opened after a registered one, for instance over MCP. The parent's own secret leads
 * to it. It counts only when it shows the pull request's current head.
 */
export async function adoptNextPass(
  app: AppContext,
  pull: PullRequest,
  parent: Registration,
  view: ReviewerView,
): Promise<void> {
  const { newest } = view;
  if (newest === null || !pull.open) return;
  const key = { repositoryId: parent.repositoryId, reviewId: newest.id };
  if ((await findRegistration(app.db, key)) !== null) return;
  const secret = readSecret(newest.review_url);
  const child = await app.reviews.read(secret);
  if (child === null || child.review.id !== newest.id || child.review.revision === null) return;

  const octokit = await app.github.forInstallation(pull.installationId);
  const { data } = await octokit.rest.pulls.get({ ...splitName(pull.fullName), pull_number: pull.number });
  if (data.state !== 'open' || data.head.sha !== child.review.revision) {
    app.log.info({ ...key, pullRequest: pull.number }, 'a later pass does not show the head of its pull request');
    return;
  }
  const live = readPullRequest(data, pull.installationId);
  const sharing = await readSharing(app, octokit, live);
  await app.transaction(async (tx) => {
    await savePullRequest(tx, live);
    await saveSharing(tx, live, sharing);
    const saved = await saveRegistration(tx, {
      ...key,
      pullRequest: pull.number,
      name: parent.name,
      headSha: data.head.sha,
      runId: null,
      silent: parent.silent,
      signInOnly: parent.signInOnly,
      shownPrivately: live.private,
      carryOver: parent.carryOver,
      secret: app.secrets.encrypt(secret, secretAssociatedData(key)),
    });
    // Also reads the review, whose head is known from here on even if the event of it was lost.
    if (saved === 'saved')
      await app.jobs.refreshPullRequest({ repositoryId: key.repositoryId, number: pull.number }, { tx });
  });
  app.log.info({ ...key, parent: parent.reviewId, pullRequest: pull.number }, 'a later pass was adopted');
}
