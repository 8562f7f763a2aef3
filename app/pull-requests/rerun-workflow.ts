import type { AppContext } from '../context.ts';
import { listCounting } from '../decisions/governing.ts';
import { publishComment } from '../decisions/publish-comment.ts';
import { writeCheck } from '../decisions/write-check.ts';
import { isRateLimited, isStatus, type Octokit, splitName } from '../github.ts';
import { cannotRunAgain, runsAgain } from '../render/pull-checks.ts';
import type { RerunJob } from '../send-jobs.ts';
import { readSettings } from '../settings/read-settings.ts';
import { commitLock, listByHead, type PullRequest, pullRequestLock } from '../store/pull-requests.ts';
import { findRun } from '../store/registrations.ts';
import { pauseIfInaccessible } from './pause-if-inaccessible.ts';

/**
 * Runs the workflow again that registers a check's review on its commit, if the commit is still a head. The check and
 * the comment say whether it runs.
 */
export async function rerunWorkflow(app: AppContext, key: RerunJob): Promise<void> {
  const [pull, ...others] = await listByHead(app.db, key);
  if (pull === undefined || pull.paused) return;
  try {
    const octokit = await app.github.forInstallation(pull.installationId);
    const runId = await findRunOf(app, octokit, pull, key);
    const isRunning = runId !== null && (await rerun(octokit, pull, runId));
    if (!isRunning) app.log.warn({ ...key, runId }, 'there is no run that GitHub would run again');
    await app.locks.withLock(commitLock(key), () =>
      writeCheck(app, pull, key, isRunning ? runsAgain : cannotRunAgain, { externalId: `run:${runId ?? 'none'}` }),
    );
    for (const each of [pull, ...others]) {
      const publish = async () => publishComment(app, each, await readSettings(app, each));
      await app.locks.withLock(pullRequestLock(each), publish);
    }
  } catch (error) {
    if (!(await pauseIfInaccessible(app, pull, error))) throw error;
  }
}

/**
 * Returns the run that registered the review here; else the newest run, on this commit, of the workflow that registers
 * the name.
 */
async function findRunOf(app: AppContext, octokit: Octokit, pull: PullRequest, key: RerunJob): Promise<number | null> {
  const [newest] = await listCounting(app, key);
  if (newest?.runId != null) return newest.runId;
  const runId = await findRun(app.db, key.repositoryId, key.name);
  if (runId === null) return null;
  const repository = splitName(pull.fullName);
  const { data: run } = await octokit.rest.actions.getWorkflowRun({ ...repository, run_id: runId });
  const { data } = await octokit.rest.actions.listWorkflowRuns({
    ...repository,
    workflow_id: run.workflow_id,
    head_sha: key.headSha,
    per_page: 1,
  });
  return data.workflow_runs[0]?.id ?? null;
}

/** Runs it again; returns false when GitHub refuses, for instance because the run is too old. */
async function rerun(octokit: Octokit, pull: PullRequest, runId: number): Promise<boolean> {
  const repository = splitName(pull.fullName);
  try {
    await octokit.rest.actions.reRunWorkflow({ ...repository, run_id: runId });
    return true;
  } catch (error) {
    if (!isStatus(error, 403, 404, 422) || isRateLimited(error)) throw error;
    const { data } = await octokit.rest.actions.getWorkflowRun({ ...repository, run_id: runId });
    // It is already running: somebody was faster, or this job ran twice.
    return data.status !== 'completed';
  }
}
