import type { Tx } from '../../server/db/client.ts';
import type { AppContext } from '../context.ts';
import { isRateLimited, isStatus, type Octokit, splitName } from '../github.ts';
import { type PullRequest, savePullRequest, savePusher } from '../store/pull-requests.ts';

/** The fields of GitHub's pull request that are read. */
interface GivenPullRequest {
  number: number;
  state: string;
  draft?: boolean | undefined;
  user: { login: string } | null;
  head: { ref: string; sha: string; repo: { id: number; full_name: string } | null };
  base: { repo: { id: number; full_name: string; private: boolean; default_branch: string } };
}

export interface ReadPullRequest extends Omit<PullRequest, 'commentId' | 'commentHash' | 'paused'> {
  /** The repository of its head; null when that is deleted. */
  headRepository: string | null;
}

/**
 * Reads a pull request of GitHub's. One without a head repository, because its fork was deleted, counts as a fork's.
 */
export function readPullRequest(pull: GivenPullRequest, installationId: number): ReadPullRequest {
  return {
    repositoryId: pull.base.repo.id,
    number: pull.number,
    installationId,
    fullName: pull.base.repo.full_name,
    private: pull.base.repo.private,
    fork: pull.head.repo?.id !== pull.base.repo.id,
    defaultBranch: pull.base.repo.default_branch,
    headRepository: pull.head.repo?.full_name ?? null,
    headRef: pull.head.ref,
    headSha: pull.head.sha,
    open: pull.state === 'open',
    draft: pull.draft === true,
    author: pull.user?.login ?? null,
  };
}

/** Who else has a pull request's head commit, as far as GitHub reports it. */
export interface Sharing {
  /** The other open pull requests that have it as their head. */
  pulls: ReadPullRequest[];
  /** The people who pushed it to their branches. */
  pushers: string[];
}

/** Reads from GitHub whose work a head commit is. Leaves out pushes to a fork that the App may not read. */
export async function readSharing(app: AppContext, octokit: Octokit, pull: ReadPullRequest): Promise<Sharing> {
  const { data } = await octokit.rest.repos.listPullRequestsAssociatedWithCommit({
    ...splitName(pull.fullName),
    commit_sha: pull.headSha,
    per_page: 100,
  });
  // The list also has closed pull requests, and those that contain the commit below their head.
  const heads = data.filter(({ state, head }) => state === 'open' && head.sha === pull.headSha);
  const branches = new Map([
    [`${pull.headRepository} ${pull.headRef}`, { name: pull.headRepository, ref: pull.headRef }],
  ]);
  const pulls: ReadPullRequest[] = [];
  for (const given of heads) {
    if (given.base.repo.id !== pull.repositoryId || given.number === pull.number) continue;
    const other = readPullRequest(given, pull.installationId);
    pulls.push(other);
    branches.set(`${other.headRepository} ${other.headRef}`, { name: other.headRepository, ref: other.headRef });
  }
  const pushers = new Set<string>();
  for (const { name, ref } of branches.values()) {
    if (name !== null) for (const login of await readPushers(app, octokit, name, ref, pull.headSha)) pushers.add(login);
  }
  return { pulls, pushers: [...pushers] };
}

async function readPushers(
  app: AppContext,
  octokit: Octokit,
  fullName: string,
  ref: string,
  sha: string,
): Promise<string[]> {
  try {
    const { data } = await octokit.rest.repos.listActivities({
      ...splitName(fullName),
      ref: `refs/heads/${ref}`,
      per_page: 100,
    });
    return data.flatMap(({ after, actor }) => (after === sha && actor !== null ? [actor.login] : []));
  } catch (error) {
    if (!isStatus(error, 403, 404, 422) || isRateLimited(error)) throw error;
    app.log.info({ repository: fullName }, 'GitHub does not say who pushed a commit');
    return [];
  }
}

export async function saveSharing(tx: Tx, pull: ReadPullRequest, sharing: Sharing): Promise<void> {
  for (const other of sharing.pulls) await savePullRequest(tx, other);
  for (const login of sharing.pushers) await savePusher(tx, pull, login);
}
