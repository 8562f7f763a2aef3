import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { ActionError, Skip } from './error.ts';
import type { GitHub } from './github.ts';

const Repository = z.object({
  id: z.number(),
  full_name: z.string(),
  name: z.string(),
  owner: z.object({ login: z.string() }),
  private: z.boolean(),
  default_branch: z.optional(z.string()),
});

const PullRequestPayload = z.object({
  number: z.number(),
  title: z.string(),
  state: z.optional(z.string()),
  draft: z.optional(z.nullable(z.boolean())),
  user: z.optional(z.nullable(z.object({ login: z.string() }))),
  head: z.object({
    sha: z.string(),
    ref: z.optional(z.string()),
    repo: z.optional(z.nullable(z.object({ id: z.number() }))),
  }),
  base: z.object({
    ref: z.optional(z.string()),
    repo: z.optional(z.nullable(z.object({ id: z.number() }))),
  }),
});

const Payload = z.object({
  action: z.optional(z.string()),
  deleted: z.optional(z.boolean()),
  repository: Repository,
  pull_request: z.optional(PullRequestPayload),
  workflow_run: z.optional(
    z.object({
      id: z.optional(z.number()),
      head_sha: z.string(),
      head_branch: z.nullable(z.string()),
      /** The title of its pull request, unless the workflow gives runs names of their own. */
      display_title: z.optional(z.string()),
      /** Empty for the runs of a fork. */
      pull_requests: z.optional(z.array(z.object({ number: z.number() }))),
      head_repository: z.optional(z.nullable(z.object({ owner: z.object({ login: z.string() }) }))),
    }),
  ),
  deployment: z.optional(z.object({ sha: z.string(), ref: z.optional(z.string()) })),
  deployment_status: z.optional(z.object({ state: z.string() })),
});
export type Payload = z.output<typeof Payload>;

export interface Event {
  name: string;
  payload: Payload;
}

export interface PullRequest {
  owner: string;
  repo: string;
  repositoryId: number;
  private: boolean;
  number: number;
  title: string;
  /** The commit that the author pushed, never the merge commit that a job checks out. */
  headSha: string;
  /** Its branch; undefined when that is deleted. */
  headRef: string | undefined;
  /** The branch that it would be merged into. */
  baseRef: string | undefined;
  draft: boolean;
  fork: boolean;
  author: string;
  /** What happened to it, if the run is of that: `closed` or `reopened`, for example. */
  action: string | undefined;
  /** Under `workflow_run`: the run that triggered this one. */
  workflowRunId: number | null;
  /** The other open pull requests with this head that the run may be of. */
  others: number[];
}

/** A push to a branch. */
export interface Push {
  repositoryId: number;
  branch: string;
  sha: string;
  defaultBranch: string | undefined;
}

/** Returns the push that started this run; null for other events, tags and deleted branches. */
export function readPush({ name, payload }: Event, env: NodeJS.ProcessEnv): Push | null {
  const branch = /^refs\/heads\/(.+)$/.exec(env.GITHUB_REF ?? '')?.[1];
  const { GITHUB_SHA: sha = '' } = env;
  if (name !== 'push' || branch === undefined || payload.deleted === true) return null;
  const { id: repositoryId, default_branch: defaultBranch } = payload.repository;
  return { repositoryId, branch, sha, defaultBranch };
}

export async function readEvent(env: NodeJS.ProcessEnv): Promise<Event> {
  const path = env.GITHUB_EVENT_PATH;
  if (path === undefined || env.GITHUB_EVENT_NAME === undefined) {
    throw new ActionError('This is not a GitHub Actions job: GITHUB_EVENT_NAME and GITHUB_EVENT_PATH are not set.');
  }
  const payload = Payload.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (payload.success) return { name: env.GITHUB_EVENT_NAME, payload: payload.data };
  const where = payload.error.issues[0]?.path.join('.') ?? '';
  throw new ActionError(`The event "${env.GITHUB_EVENT_NAME}" lacks ${where}. Run this step on pull_request.`);
}

/**
 * Returns the pull request of this run and its head commit.
 * @throws Skip when the run belongs to none, or to one that should not be reviewed
 */
export async function findPullRequest(event: Event, github: GitHub, env: NodeJS.ProcessEnv): Promise<PullRequest> {
  const { payload } = event;
  if (payload.pull_request !== undefined) return toPullRequest(payload, payload.pull_request);

  const state = payload.deployment_status?.state;
  if (state !== undefined && state !== 'success') throw new Skip(`The deployment is ${state}, not yet successful.`);
  const sha = payload.workflow_run?.head_sha ?? payload.deployment?.sha ?? env.GITHUB_SHA ?? '';
  const branch = payload.workflow_run?.head_branch ?? env.GITHUB_REF_NAME ?? '';
  const owner = payload.workflow_run?.head_repository?.owner.login ?? payload.repository.owner.login;
  // A pull request's own job deploys the commit that merges its head into the base.
  const [, merged] = /^refs\/pull\/(\d+)\/merge$/.exec(payload.deployment?.ref ?? '') ?? [];
  const heads = merged === undefined ? [sha] : await github.parents(sha);
  const find = async (): Promise<unknown[]> => {
    if (merged !== undefined) return [await github.pullRequest(Number(merged))];
    return await (payload.deployment === undefined
      ? github.openPullRequests(`${owner}:${branch}`)
      : github.pullRequestsOfCommit(sha));
  };
  const open = (await find())
    .map((candidate) => PullRequestPayload.parse(candidate))
    .filter((candidate) => heads.includes(candidate.head.sha) && candidate.state !== 'closed');
  const { display_title: title, pull_requests: named = [] } = payload.workflow_run ?? {};
  const listed = orAll(open, ({ number }) => named.some((each) => each.number === number));
  const [match, ...others] = orAll(listed, (candidate) => candidate.title === title);
  if (match === undefined) throw new Skip(`No open pull request has the commit ${sha.slice(0, 7)} as its head.`);
  return { ...toPullRequest(payload, match), others: others.map(({ number }) => number) };
}

/** Returns those that fit; all of them when none does. */
function orAll<T>(all: T[], fits: (each: T) => boolean): T[] {
  const fitting = all.filter(fits);
  return fitting.length > 0 ? fitting : all;
}

function toPullRequest(payload: Payload, pull: z.output<typeof PullRequestPayload>): PullRequest {
  const { repository } = payload;
  return {
    owner: repository.owner.login,
    repo: repository.name,
    repositoryId: repository.id,
    private: repository.private,
    number: pull.number,
    title: pull.title,
    headSha: pull.head.sha,
    headRef: pull.head.ref,
    baseRef: pull.base.ref,
    draft: pull.draft ?? false,
    fork: pull.head.repo?.id !== (pull.base.repo?.id ?? repository.id),
    author: pull.user?.login ?? '',
    action: payload.pull_request === undefined ? undefined : payload.action,
    workflowRunId: payload.workflow_run?.id ?? null,
    others: [],
  };
}
