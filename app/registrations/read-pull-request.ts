import type { PullRequest } from '../store/pull-requests.ts';

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
