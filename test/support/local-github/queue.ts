import type { Emulator } from './emulator.ts';
import { ask, askSender, branchHead, mergeCommit } from './git.ts';
import { requirePullRequest, requireRepository, type Tables } from './tables.ts';
import type { Enqueue } from './types.ts';

/**
 * Does what GitHub does when a pull request enters the merge queue: creates a commit, a branch and the event's payload.
 */
export async function enqueue(emulator: Emulator, tables: Tables, { repository, pullRequest, after }: Enqueue) {
  const { default_branch: base } = requireRepository(tables, repository);
  const pull = requirePullRequest(tables, repository, pullRequest);
  const parent = after ?? (await branchHead(emulator, repository, base));
  if (parent === undefined) throw new Error(`${repository} has no commits.`);
  const headSha = await mergeCommit(emulator, repository, parent, pull.head_sha);
  const ref = `refs/heads/gh-readonly-queue/${base}/pr-${pullRequest}-${parent}`;
  await ask(emulator, 'POST', `/repos/${repository}/git/refs`, { ref, sha: headSha });
  const payload = {
    action: 'checks_requested',
    merge_group: { head_sha: headSha, head_ref: ref, base_sha: parent, base_ref: `refs/heads/${base}` },
    repository: await ask(emulator, 'GET', `/repos/${repository}`),
    sender: await askSender(emulator),
  };
  return { headSha, payload };
}
