import type { Review } from '../../server/contract/review.ts';
import type { AppContext } from '../context.ts';
import { isAnswered, isRateLimited, isStatus, type Octokit, splitName } from '../github.ts';
import { renderHandOff } from '../render/hand-off.ts';
import { plural } from '../render/markdown.ts';
import type { Settings } from '../settings/file.ts';
import {
  claimHandOff,
  countHandOffs,
  finishHandOff,
  giveUpClaim,
  type HandOff,
  releaseHandOff,
  resetHandOffs,
} from '../store/hand-offs.ts';
import type { PullRequest } from '../store/pull-requests.ts';
import type { Registration } from '../store/registrations.ts';
import { findRefusal } from './governing.ts';

/**
 * Resets the limit of passes when a new approval shows that a person stepped in, so the fixing agent may start again.
 * An approval that does not count is ignored, because it may be the agent's own, with which it would restart itself for
 * ever. Call it before the decision is stored in `registration.facts`, so that a failure afterwards does not lose it.
 */
export async function resetPassLimitIfApproved(
  app: AppContext,
  pull: PullRequest,
  registration: Registration,
  review: Review,
  settings: Settings,
): Promise<void> {
  const isNew = registration.facts?.decision?.number !== review.decision?.number;
  if (review.status === 'approved' && isNew && (await isAcceptedApproval(app, pull, registration, review, settings))) {
    await resetHandOffs(app.db, pull.repositoryId, pull.number);
  }
}

/**
 * Gives the requested changes to the fixing agent: once for each decision, only for the current head, and never for a
 * fork. Call it under the pull request's lock.
 */
export async function startFixingAgent(
  app: AppContext,
  pull: PullRequest,
  registration: Registration,
  review: Review,
  settings: Settings,
): Promise<void> {
  if (review.status !== 'changes_requested' || review.decision === null) return;
  if (settings.fixer === 'none' || !pull.open || whyNoAgent(pull, settings) !== null) return;

  const octokit = await app.github.forInstallation(pull.installationId);
  const { data: live } = await octokit.rest.pulls.get({ ...splitName(pull.fullName), pull_number: pull.number });
  const fork = live.head.repo?.id !== pull.repositoryId;
  if (live.state !== 'open' || fork || live.base.repo.private !== true) return;
  if (live.head.sha !== registration.headSha) return;

  const claim: HandOff = {
    repositoryId: pull.repositoryId,
    reviewId: registration.reviewId,
    decision: review.decision.number,
    pullRequest: pull.number,
  };
  const before = await countHandOffs(app.db, pull.repositoryId, pull.number);
  // Under the lock no other process can be sending it: the one that claimed it before has sent it, or stopped in
  // between.
  if (!(await claimHandOff(app.db, claim))) return await giveUpClaim(app.db, claim, unanswered);
  if (before >= settings.maxPasses) {
    const problem = `The fixing agent was started ${plural(before, 'time')} on this pull request without an approval or a person\u2019s \u201cRe-run\u201d of the check in between: a person has to continue. Either resets the count.`;
    return await finishHandOff(app.db, claim, { state: 'refused', problem });
  }
  try {
    await send(octokit, pull, review, settings, live);
    await finishHandOff(app.db, claim, { state: 'sent', problem: null });
    app.log.info({ reviewId: claim.reviewId, decision: claim.decision }, 'a fixing agent was started');
  } catch (error) {
    if (isStatus(error, 403, 404, 422) && !isRateLimited(error)) {
      return await finishHandOff(app.db, claim, { state: 'refused', problem: explain(settings, error) });
    }
    // Without an answer the agent may have started, and it must start only once.
    if (!isAnswered(error)) return await giveUpClaim(app.db, claim, unanswered);
    await releaseHandOff(app.db, claim);
    throw error;
  }
}

/**
 * Returns why the fixing agent in the settings never starts on a pull request, in words; null when it does. On a public
 * repository anybody may read a link in a comment or in a job's log, so no decision starts an agent there.
 */
export function whyNoAgent(pull: { private: boolean; fork: boolean }, settings: Settings): string | null {
  if (settings.fixer === 'none') return null;
  const start = 'The fixing agent does not start by itself';
  if (!pull.private)
    return `${start} on a public repository, where strangers can write what it would do. Start it by hand.`;
  if (pull.fork) return `${start} on a fork\u2019s pull request, which it could not push to. Fix the marks by hand.`;
  return null;
}

async function isAcceptedApproval(
  app: AppContext,
  pull: PullRequest,
  registration: Registration,
  { decision }: Review,
  settings: Settings,
): Promise<boolean> {
  return (await findRefusal(app, pull, registration, decision?.verified_login ?? null, settings)) === null;
}

const unanswered =
  'GitHub did not say whether the fixing agent was started: see whether it runs, and start it by hand if not.';

async function send(
  octokit: Octokit,
  pull: PullRequest,
  review: Review,
  settings: Settings,
  { head, base }: { head: { ref: string }; base: { repo: { default_branch: string } } },
): Promise<void> {
  const repository = splitName(pull.fullName);
  if (settings.fixer === 'comment' && settings.mention !== null) {
    const body = renderHandOff(review, settings.mention);
    await octokit.rest.issues.createComment({ ...repository, issue_number: pull.number, body });
    return;
  }
  await octokit.rest.actions.createWorkflowDispatch({
    ...repository,
    workflow_id: settings.workflow,
    ref: base.repo.default_branch,
    // Only ids and addresses, because inputs are shown in the run's log.
    inputs: {
      review_id: review.id,
      pull_request: String(pull.number),
      head_branch: head.ref,
      service_url: new URL(review.review_url).origin,
    },
  });
}

function explain(settings: Settings, error: unknown): string {
  if (settings.fixer === 'comment') return 'The fixing agent could not be called: GitHub refused the comment.';
  const workflow = `\`.github/workflows/${settings.workflow}\``;
  if (isStatus(error, 404)) return `The fixing agent was not started: there is no ${workflow} on the default branch.`;
  if (isStatus(error, 403)) return 'The fixing agent was not started: the App may not start workflows here.';
  return `The fixing agent was not started: ${workflow} does not take a dispatch with the inputs \`review_id\`, \`pull_request\`, \`head_branch\` and \`service_url\`.`;
}
