import type { Input } from '../../server/contract/client.ts';
import { referenceOf, repositoryOf } from '../../server/contract/reference.ts';
import type { PullRequest } from '../event.ts';
import type { GitHub } from '../github.ts';

type BaseRequest = NonNullable<Input<'create_review'>['base']>;
type Candidate = BaseRequest['commits'][number];

/** How many commits are offered, the merge base among them. */
const MAX_COMMITS = 100;
/** For how many commits the pull request behind it is looked up. Each takes a request. */
const MAX_LOOKED_UP = 5;

/** Returns the commits from `first` along first parents: the states that the branch itself has had. */
export function firstParents(first: string, listed: readonly { sha: string; parents: string[] }[]): string[] {
  const parents = new Map(listed.map((commit) => [commit.sha, commit.parents]));
  const line: string[] = [];
  for (let sha: string | undefined = first; sha !== undefined; sha = parents.get(sha)?.[0]) line.push(sha);
  return line;
}

/**
 * Returns the pull request that became this commit: by a merge, whichever way, or because the commit is its head, as
 * below a stacked pull request. A merge counts only if its branch began at the commit's parent: otherwise the pull
 * request showed nothing of what was merged in between.
 */
async function pullBehind(github: GitHub, commit: string, parent: string | undefined, own: PullRequest) {
  const others = (await github.associatedPulls(commit)).filter(({ number }) => number !== own.number);
  const merged = others.find((pull) => pull.merged && pull.mergeCommit === commit);
  if (merged === undefined) return others.find((pull) => pull.open && pull.headSha === commit);
  return parent !== undefined && (await github.mergeBase(parent, merged.headSha)) === parent ? merged : undefined;
}

/**
 * Returns what the pass is to be compared with: the merge base of the pull request, then its first-parent ancestors,
 * nearest first. Never the pull request's own commits, nor what its base branch has become since. null when GitHub
 * does not let this job read the commits, or there is no common ancestor.
 */
export async function findBase(github: GitHub, pull: PullRequest, name: string): Promise<BaseRequest | null> {
  const branch = pull.baseRef;
  const mergeBase = branch === undefined ? null : await github.mergeBase(branch, pull.headSha);
  if (branch === undefined || mergeBase === null) return null;
  const line = firstParents(mergeBase, await github.commitsFrom(mergeBase, MAX_COMMITS)).slice(0, MAX_COMMITS);
  const commits = await Promise.all(
    line.map(async (commit, at): Promise<Candidate> => {
      const found = at < MAX_LOOKED_UP ? await pullBehind(github, commit, line[at + 1], pull) : undefined;
      if (found === undefined) return { commit };
      const reference = referenceOf({ repositoryId: pull.repositoryId, number: found.number }, name);
      return { commit, merged: { reference, revision: found.headSha, pull_request: found.number } };
    }),
  );
  return { repository: repositoryOf(pull.repositoryId), name, branch, commits };
}
