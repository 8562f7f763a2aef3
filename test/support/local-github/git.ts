import type { Emulator } from './emulator.ts';
import { requirePullRequest, requireRepository, type Tables } from './tables.ts';
import type { Enqueue } from './types.ts';

/** The account that owns the tests' branches and pull requests. */
export const person = { login: 'octocat', token: 'ghp_localtestperson000000000000000000000' };

/** Returns the token of an account, and makes the account a collaborator of its repository. */
function tokenOf(emulator: Emulator, login: string, path: string): string {
  if (login === person.login) return person.token;
  const token = `ghp_${login}`;
  emulator.seed({ users: [{ login, name: login }] });
  const user = emulator.collection<{ login: string }>('github.users', ['login']).findOneBy('login', login);
  const [, name = ''] = /^\/repos\/([^/]+\/[^/]+)/.exec(path) ?? [];
  const repository = emulator
    .collection<{ full_name: string }>('github.repos', ['owner_id', 'full_name'])
    .findOneBy('full_name', name);
  if (user === undefined || repository === undefined) throw new Error(`${login} cannot do this: ${path}`);
  emulator.tokens.set(token, { login, id: user.id, scopes: ['repo'] });
  emulator
    .collection<{ repo_id: number; user_id: number; permission: string }>('github.collaborators', [
      'repo_id',
      'user_id',
    ])
    .insert({ repo_id: repository.id, user_id: user.id, permission: 'push' });
  return token;
}

/** Sends a request as a person through the emulator's own router. Throws on any status other than 2xx. */
export async function ask(
  emulator: Emulator,
  method: string,
  path: string,
  body?: unknown,
  login = person.login,
): Promise<unknown> {
  const init: RequestInit = {
    method,
    headers: { authorization: `Bearer ${tokenOf(emulator, login, path)}`, 'content-type': 'application/json' },
  };
  if (body !== undefined) init.body = JSON.stringify(body);
  const response = await emulator.app.request(new Request(emulator.url + path, init));
  const answer: unknown = response.status === 204 ? null : await response.json();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}

/** Returns the person as events name people. */
export async function askSender(emulator: Emulator): Promise<object> {
  const user = Object(await ask(emulator, 'GET', '/user'));
  const fields = ['id', 'node_id', 'login', 'type', 'url', 'html_url', 'avatar_url', 'site_admin'];
  return Object.fromEntries(fields.map((field) => [field, Reflect.get(user, field)]));
}

/** Reads one string from an answer: `pick(answer, 'object', 'sha')`. */
export function pick(value: unknown, ...path: string[]): string {
  let current = value;
  for (const key of path) {
    current = typeof current === 'object' && current !== null ? Reflect.get(current, key) : undefined;
  }
  if (typeof current !== 'string') throw new Error(`The answer has no ${path.join('.')}.`);
  return current;
}

export async function branchHead(emulator: Emulator, repository: string, branch: string): Promise<string | undefined> {
  const path = `/repos/${repository}/git/matching-refs/heads/${branch}`;
  const refs = await ask(emulator, 'GET', path);
  if (!Array.isArray(refs)) return undefined;
  const ref = refs.find((candidate) => pick(candidate, 'ref') === `refs/heads/${branch}`);
  return ref === undefined ? undefined : pick(ref, 'object', 'sha');
}

/** Creates a branch at a commit, unless it exists. */
export async function putBranch(
  emulator: Emulator,
  repository: string,
  branch: string,
  sha: string,
  by?: string,
): Promise<void> {
  if ((await branchHead(emulator, repository, branch)) !== undefined) return;
  await ask(emulator, 'POST', `/repos/${repository}/git/refs`, { ref: `refs/heads/${branch}`, sha }, by);
}

/** Commits `files` on top of a branch, which is created from the default branch when it does not exist. */
export async function commit(
  emulator: Emulator,
  tables: Tables,
  options: { repository: string; branch: string; files: Record<string, string>; message: string; by?: string },
): Promise<string> {
  const repository = requireRepository(tables, options.repository);
  const existing = await branchHead(emulator, options.repository, options.branch);
  const parent = existing ?? (await branchHead(emulator, options.repository, repository.default_branch));
  if (parent === undefined) throw new Error(`${options.repository} has no commits.`);
  const base = await ask(emulator, 'GET', `/repos/${options.repository}/git/commits/${parent}`);
  const tree = await ask(emulator, 'POST', `/repos/${options.repository}/git/trees`, {
    base_tree: pick(base, 'tree', 'sha'),
    tree: Object.entries(options.files).map(([path, content]) => ({ path, mode: '100644', type: 'blob', content })),
  });
  const made = await ask(emulator, 'POST', `/repos/${options.repository}/git/commits`, {
    message: options.message,
    tree: pick(tree, 'sha'),
    parents: [parent],
  });
  const sha = pick(made, 'sha');
  if (existing === undefined) {
    const ref = `refs/heads/${options.branch}`;
    await ask(emulator, 'POST', `/repos/${options.repository}/git/refs`, { ref, sha }, options.by);
  } else {
    await ask(emulator, 'PATCH', `/repos/${options.repository}/git/refs/heads/${options.branch}`, { sha }, options.by);
  }
  return sha;
}

/** Creates GitHub's merge commit of a pull request's head and base, which a job's `GITHUB_SHA` names. */
export async function mergeCommit(emulator: Emulator, repository: string, base: string, head: string): Promise<string> {
  const commit = await ask(emulator, 'GET', `/repos/${repository}/git/commits/${head}`);
  const merged = await ask(emulator, 'POST', `/repos/${repository}/git/commits`, {
    message: `Merge ${head} into ${base}`,
    tree: pick(commit, 'tree', 'sha'),
    parents: [base, head],
  });
  return pick(merged, 'sha');
}

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
