import type { AppContext } from '../context.ts';
import { splitName } from '../github.ts';
import type { MissingReview } from '../render/missing-review.ts';
import type { Settings } from '../settings/file.ts';
import { createPathMatcher } from '../settings/paths.ts';
import type { PullRequest } from '../store/pull-requests.ts';
import { listNewest } from '../store/registrations.ts';
import { isAgentLogin, isByAgent } from './agents.ts';
import { listChangedFiles } from './changed-files.ts';

/** The states of a pass that a next pass cannot continue. */
const over = ['failed', 'cancelled', 'deleted'];

/**
 * Returns what the repository requires of a pull request whose head has no review; null when it requires none there.
 */
export async function findMissing(
  app: AppContext,
  pull: PullRequest,
  { paths, agentsOnly }: NonNullable<Settings['require']>,
): Promise<MissingReview | null> {
  const changed = await listChangedFiles(app, pull);
  const files = changed?.filter(createPathMatcher(paths)) ?? null;
  if (files?.length === 0) return null;
  if (agentsOnly && !(await isAuthoredByAgent(app, pull))) return null;
  const passes = await listNewest(app.db, pull);
  const parent = passes.find(({ status }) => !over.includes(status))?.reviewId ?? null;
  return { files, paths, agentsOnly, headSha: pull.headSha, parent };
}

async function isAuthoredByAgent(app: AppContext, pull: PullRequest): Promise<boolean> {
  if (pull.author !== null && isAgentLogin(pull.author)) return true;
  const octokit = await app.github.forInstallation(pull.installationId);
  const commits = await octokit.paginate(octokit.rest.pulls.listCommits, {
    ...splitName(pull.fullName),
    pull_number: pull.number,
    per_page: 100,
  });
  return commits.some(({ commit }) => isByAgent({ message: commit.message, email: commit.author?.email ?? null }));
}
