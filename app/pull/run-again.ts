import { pauseWhenGone } from '../decision/pause-when-gone.ts';
import { writeCheck } from '../decision/write-check.ts';
import { isRateLimited, isStatus, type Octokit, splitName } from '../github.ts';
import type { Parts } from '../parts.ts';
import type { AgainJob } from '../queue.ts';
import { runsAgain } from '../render/pull-checks.ts';
import { listByHead, lockOfCommit, type PullRequest } from '../store/pull-requests.ts';
import { findRun, listNewestOn } from '../store/registrations.ts';

/** Runs the workflow again that registers a check's review on its commit, as long as that is a head. */
export async function runAgain(parts: Parts, key: AgainJob): Promise<void> {
  const [pull] = await listByHead(parts.database, key);
  if (pull === undefined || pull.paused) return;
  try {
    const octokit = await parts.github.forInstallation(pull.installationId);
    const runId = await findRunOf(parts, octokit, pull, key);
    if (runId === null) {
      parts.log.info('There is no run to run again.', { ...key });
      return;
    }
    if (!(await rerun(octokit, pull, runId))) {
      parts.log.warn('GitHub does not run this workflow again.', { ...key, runId });
      return;
    }
    await parts.database.withLock(lockOfCommit(key), () =>
      writeCheck(parts, pull, key, runsAgain, { externalId: `run:${runId}` }),
    );
  } catch (error) {
    if (!(await pauseWhenGone(parts, pull, error))) throw error;
  }
}

/** The run that registered the review here; else the newest run, on this commit, of the workflow that registers the name. */
async function findRunOf(parts: Parts, octokit: Octokit, pull: PullRequest, key: AgainJob): Promise<number | null> {
  const [newest] = await listNewestOn(parts.database, key);
  if (newest?.runId != null) return newest.runId;
  const runId = await findRun(parts.database, key);
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

/** False when GitHub will not, because the run is too old for instance. */
async function rerun(octokit: Octokit, pull: PullRequest, runId: number): Promise<boolean> {
  const repository = splitName(pull.fullName);
  try {
    await octokit.rest.actions.reRunWorkflow({ ...repository, run_id: runId });
    return true;
  } catch (error) {
    if (!isStatus(error, 403, 404, 422) || isRateLimited(error)) throw error;
    const { data } = await octokit.rest.actions.getWorkflowRun({ ...repository, run_id: runId });
    // It runs already: somebody was faster, or this job comes a second time.
    return data.status !== 'completed';
  }
}
