import type { AppContext } from '../context.ts';
import { splitName } from '../github.ts';
import type { PullRequest } from '../store/pull-requests.ts';

/** GitHub lists at most this many changed files. */
const maxFiles = 3000;

/**
 * Returns every file that a pull request changes, a renamed one by both its names; null when GitHub does not list them
 * all.
 */
export async function listChangedFiles(app: AppContext, pull: PullRequest): Promise<string[] | null> {
  const octokit = await app.github.forInstallation(pull.installationId);
  const files = await octokit.paginate(octokit.rest.pulls.listFiles, {
    ...splitName(pull.fullName),
    pull_number: pull.number,
    per_page: 100,
  });
  if (files.length >= maxFiles) return null;
  return files.flatMap((file) =>
    file.previous_filename === undefined ? [file.filename] : [file.filename, file.previous_filename],
  );
}
