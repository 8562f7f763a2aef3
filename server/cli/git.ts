import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UsageError } from './failure.ts';

const run = promisify(execFile);

/** How many commits of a branch are offered as a base. */
const MAX_COMMITS = 100;

/** Runs git in the current folder. Returns null when it fails. */
export async function git(...args: string[]): Promise<string | null> {
  try {
    return (await run('git', args, { encoding: 'utf8' })).stdout.trim();
  } catch {
    return null;
  }
}

/** Returns `owner/name` of the remote `origin`, or an option. @throws UsageError that names the option */
export async function readRepository(given: string | undefined): Promise<string> {
  const remote = given === undefined ? await git('remote', 'get-url', 'origin') : null;
  const name = given ?? /([^/:]+\/[^/]+?)(?:\.git)?\/?$/.exec(remote ?? '')?.[1];
  if (name !== undefined) return name;
  throw new UsageError('This folder’s git names no remote "origin". Give --repository OWNER/NAME.');
}

/** Returns the checked-out branch, or an option. @throws UsageError that names the option */
export async function readBranch(given: string | undefined): Promise<string> {
  const branch = given ?? (await git('branch', '--show-current'));
  if (branch) return branch;
  throw new UsageError('This folder has no branch checked out. Give --branch NAME.');
}

/** Returns the checked-out commit, or an option. @throws UsageError that names the option */
export async function readCommit(given: string | undefined): Promise<string> {
  const commit = given ?? (await git('rev-parse', 'HEAD'));
  if (commit) return commit;
  throw new UsageError('This folder has no commit checked out. Give --commit SHA.');
}

/**
 * Returns the commit where the checked-out branch left `branch`, and its first-parent ancestors: the states that
 * `branch` has had. @throws UsageError when git does not know the branch
 */
export async function readBaseCommits(branch: string): Promise<{ commit: string }[]> {
  const mergeBase = (await git('merge-base', `origin/${branch}`, 'HEAD')) ?? (await git('merge-base', branch, 'HEAD'));
  const line = mergeBase && (await git('rev-list', '--first-parent', `--max-count=${MAX_COMMITS}`, mergeBase));
  if (!line) throw new UsageError(`--base: git knows no common commit with ${branch}. Fetch it first.`);
  return line.split('\n').map((commit) => ({ commit }));
}
