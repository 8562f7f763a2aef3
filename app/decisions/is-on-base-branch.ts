import type { AppContext } from '../context.ts';
import { isStatus, splitName } from '../github.ts';
import type { PullRequest } from '../store/pull-requests.ts';

/** Returns whether the branch that a pull request would be merged into has a commit. */
export async function isOnBaseBranch(app: AppContext, pull: PullRequest, commit: string): Promise<boolean> {
  const octokit = await app.github.forInstallation(pull.installationId);
  const here = splitName(pull.fullName);
  const { data: live } = await octokit.rest.pulls.get({ ...here, pull_number: pull.number });
  try {
    const basehead = `${commit}...${live.base.sha}`;
    const { data } = await octokit.rest.repos.compareCommitsWithBasehead({ ...here, basehead, per_page: 1 });
    return data.merge_base_commit.sha.startsWith(commit);
  } catch (error) {
    // GitHub knows no such commit, or no common ancestor.
    if (isStatus(error, 404)) return false;
    throw error;
  }
}
