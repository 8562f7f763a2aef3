import type { JobIdentity } from '../../server/domain/ports.ts';
import type { AppContext } from '../context.ts';
import { isStatus, type Octokit, splitName } from '../github.ts';
import { Refusal } from '../http/request.ts';
import { type ReadPullRequest, readPullRequest } from './read-pull-request.ts';

/**
 * Finds the open pull request that a job ran for. GitHub's data counts, not the job's: the run's head repository and
 * commit must be those of the open pull request that the registration names. Throws a {@link Refusal} otherwise.
 * A job under `workflow_run` ran for the default branch, so the run that triggered it (`triggeredBy`) counts instead.
 * Only such a job may name a triggering run: its workflow is the default branch's. The workflow of a pull request's own
 * job is written by the pull request's author, and could name the run of another pull request.
 */
export async function resolvePullRequest(
  octokit: Octokit,
  installationId: number,
  job: Job,
  wanted: { number: number; headSha: string; triggeredBy: number | null },
): Promise<ReadPullRequest> {
  const repository = splitName(job.repository);
  if (wanted.triggeredBy !== null && job.run.event !== 'workflow_run') {
    throw mismatch('Only a job under `workflow_run` has a run that triggered it.');
  }
  if (job.run.event === 'pull_request_target') {
    throw mismatch(
      'A run under `pull_request_target` is of the base branch, and proves no pull request\u2019s head. Use `workflow_run`.',
    );
  }
  // Two pull requests can have the same head: the job's own is the one that counts.
  if (job.run.event === 'pull_request' && job.run.ref !== `refs/pull/${wanted.number}/merge`) {
    throw mismatch(`The job did not run for pull request ${wanted.number}.`);
  }
  const read = async () => {
    const [run, pull] = await Promise.all([
      octokit.rest.actions.getWorkflowRun({ ...repository, run_id: wanted.triggeredBy ?? job.run.id }),
      octokit.rest.pulls.get({ ...repository, pull_number: wanted.number }),
    ]);
    return { run: run.data, pull: pull.data };
  };
  const { run, pull } = await read().catch((error: unknown) => {
    if (isStatus(error, 404)) throw mismatch('GitHub knows no such run or pull request in this repository.');
    throw error;
  });
  if (pull.base.repo.id !== Number(job.repositoryId)) throw mismatch('The id-token is of another repository.');
  if (run.repository.id !== Number(job.repositoryId)) throw mismatch('The run is of another repository.');
  if (pull.state !== 'open') throw mismatch(`Pull request ${wanted.number} is not open.`);
  if (pull.head.sha !== wanted.headSha) throw mismatch(`The head of pull request ${wanted.number} has moved.`);
  if (run.head_sha !== pull.head.sha || pull.head.repo === null || run.head_repository?.id !== pull.head.repo.id) {
    throw mismatch(`The run did not run for the head of pull request ${wanted.number}.`);
  }
  // GitHub lists no pull requests for the runs of a fork.
  const named = run.pull_requests ?? [];
  if (named.length > 0 && !named.some(({ number }) => number === wanted.number)) {
    throw mismatch(`The run is not one of pull request ${wanted.number}.`);
  }
  return readPullRequest(pull, installationId);
}

const mismatch = (message: string) => new Refusal(422, 'invalid_request', message);

export type Job = JobIdentity & { run: NonNullable<JobIdentity['run']> };

/** Returns the job that an id-token identifies. Throws a {@link Refusal}. */
export async function verifyJob({ jobTokens }: AppContext, token: string): Promise<Job> {
  const { run, ...identity } = await jobTokens.verify(token).catch((error: unknown) => {
    if (jobTokens.isRefused(error)) throw refused();
    throw new Refusal(503, 'unavailable', 'The keys of the id-token’s issuer cannot be read now.');
  });
  if (run === null) throw refused();
  return { ...identity, run };
}

const refused = () =>
  new Refusal(401, 'unauthenticated', 'The id-token is not valid here. Ask for one for this App’s own audience.');
