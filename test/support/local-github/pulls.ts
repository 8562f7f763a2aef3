import type { Emulator } from './emulator.ts';
import { ask, askSender, branchHead, mergeCommit } from './git.ts';
import { answer, type Call, type Route, readRecord } from './proxy.ts';
import { on } from './route.ts';
import { type PullRequestRow, requirePullRequest, requireRepository, type Tables } from './tables.ts';

interface PullsOptions {
  emulator: () => Emulator;
  tables: () => Tables;
  send: (repository: string, event: string, payload: Record<string, unknown>) => void;
}

/** Updates pull requests with their branches, and records who pushed what: the emulator does neither. */
export function pullRoutes(options: PullsOptions): Route[] {
  const activities: Array<{ repository: string; [field: string]: unknown }> = [];
  const afterWrite: Route['handle'] = async (call) => {
    const [repository = '', written] = call.params;
    const body = await call.body();
    const ref = written === undefined ? String(body.ref) : `refs/${written}`;
    const before = (await branchHead(options.emulator(), repository, ref.replace('refs/heads/', ''))) ?? '0'.repeat(40);
    const response = await call.forward();
    if (!response.ok) return response;
    if (typeof body.sha === 'string' && call.owner !== undefined) {
      activities.unshift({
        repository,
        id: activities.length + 1,
        node_id: '',
        before,
        after: body.sha,
        ref,
        timestamp: new Date().toISOString(),
        activity_type: written === undefined ? 'branch_creation' : body.force === true ? 'force_push' : 'push',
        actor: { login: call.owner.login, id: call.owner.id, type: 'User' },
      });
    }
    await followBranches(options, repository);
    return response;
  };
  return [
    { ...on('POST', '/repos/{owner}/{repo}/git/refs'), handle: afterWrite },
    { ...on('PATCH', '/repos/{owner}/{repo}/git/refs/{ref}'), handle: afterWrite },
    {
      ...on('POST', '/repos/{owner}/{repo}/pulls'),
      async handle(call) {
        const response = await call.forward();
        if (response.status !== 201) return response;
        const { id } = readRecord(await response.clone().json());
        const pull = options.tables().pullRequests.get(Number(id));
        if (pull !== undefined) await refresh(options, pull, pull.head_sha);
        return response;
      },
    },
    {
      // The emulator does not report another base.
      ...on('PATCH', '/repos/{owner}/{repo}/pulls/{pull_number}'),
      async handle(call) {
        const [repository = '', number] = call.params;
        const before = requirePullRequest(options.tables(), repository, Number(number));
        const { base_ref: ref, base_sha: sha } = before;
        const response = await call.forward();
        if (!response.ok || (await call.body()).base === undefined) return response;
        await refresh(options, requirePullRequest(options.tables(), repository, Number(number)), before.head_sha);
        await report(options, before, 'edited', { changes: { base: { ref: { from: ref }, sha: { from: sha } } } });
        return response;
      },
    },
    { ...on('POST', '/repos/{owner}/{repo}/branches/{branch}/rename'), handle: (call) => renameBranch(options, call) },
    {
      ...on('GET', '/repos/{owner}/{repo}/activity'),
      handle({ params: [repository], url }) {
        const ref = url.searchParams.get('ref');
        const full = ref === null || ref.startsWith('refs/') ? ref : `refs/heads/${ref}`;
        const found = activities.filter((each) => each.repository === repository && (full ?? each.ref) === each.ref);
        return answer(
          200,
          found.map(({ repository: _, ...activity }) => activity),
        );
      },
    },
    {
      ...on('GET', '/repos/{owner}/{repo}/commits/{commit_sha}/pulls'),
      async handle({ params: [repository = '', sha] }) {
        const row = options.tables().repositories.findOneBy('full_name', repository);
        if (row === undefined) return answer(404, { message: 'Not Found' });
        // Includes closed ones. Pull requests that contain the commit below their head are missing here.
        const pulls = await ask(options.emulator(), 'GET', `/repos/${repository}/pulls?state=all&per_page=100`);
        return answer(200, Array.isArray(pulls) ? pulls.filter((pull) => pull.head.sha === sha) : []);
      },
    },
  ];
}

/** Moves the heads of open pull requests to their branches and notifies the App (`pull_request.synchronize`). */
async function followBranches(options: PullsOptions, repository: string): Promise<void> {
  const tables = options.tables();
  const head = tables.repositories.findOneBy('full_name', repository);
  if (head === undefined) return;
  const branches = options
    .emulator()
    .collection<{ repo_id: number; name: string; sha: string }>('github.branches', ['repo_id']);
  for (const pull of tables.pullRequests.all()) {
    if (pull.head_repo_id !== head.id || pull.state !== 'open') continue;
    const branch = branches.findBy('repo_id', head.id).find((candidate) => candidate.name === pull.head_ref);
    if (branch === undefined || branch.sha === pull.head_sha) continue;
    const before = pull.head_sha;
    await refresh(options, pull, branch.sha);
    await report(options, pull, 'synchronize', { before, after: branch.sha });
  }
}

/** Notifies the App of a pull request. */
async function report(options: PullsOptions, pull: PullRequestRow, action: string, more: object): Promise<void> {
  const base = options.tables().repositories.get(pull.repo_id);
  if (base === undefined) return;
  options.send(base.full_name, 'pull_request', {
    ...{ action, number: pull.number, ...more },
    pull_request: await ask(options.emulator(), 'GET', `/repos/${base.full_name}/pulls/${pull.number}`),
    repository: await ask(options.emulator(), 'GET', `/repos/${base.full_name}`),
    sender: await askSender(options.emulator()),
  });
}

/**
 * Renames a branch with what GitHub documents of that: it becomes the base of the open pull requests into it, and the
 * open pull requests from it are closed.
 */
async function renameBranch(options: PullsOptions, call: Call): Promise<Response> {
  const [repository = '', from = ''] = call.params;
  const to = String((await call.body()).new_name);
  const { id, default_branch } = requireRepository(options.tables(), repository);
  const api = (method: string, path: string, body?: object) =>
    ask(options.emulator(), method, `/repos/${repository}${path}`, body);
  const sha = await branchHead(options.emulator(), repository, from);
  if (sha === undefined) return answer(404, { message: 'Branch not found' });
  await api('POST', '/git/refs', { ref: `refs/heads/${to}`, sha });
  if (default_branch === from) await api('PATCH', '', { default_branch: to });
  const open = options
    .tables()
    .pullRequests.all()
    .filter(({ state }) => state === 'open');
  for (const pull of open.filter((each) => each.repo_id === id && each.base_ref === from)) {
    await api('PATCH', `/pulls/${pull.number}`, { base: to });
  }
  for (const pull of open.filter((each) => each.head_repo_id === id && each.head_ref === from)) {
    await api('PATCH', `/pulls/${pull.number}`, { state: 'closed' });
  }
  await api('DELETE', `/git/refs/heads/${from}`);
  return answer(201, await api('GET', `/branches/${to}`));
}

async function refresh(options: PullsOptions, pull: PullRequestRow & { id: number }, head: string): Promise<void> {
  const tables = options.tables();
  const base = tables.repositories.get(pull.repo_id);
  if (base === undefined) return;
  if (pull.head_repo_id !== pull.repo_id) copyCommit(options.emulator(), pull.head_repo_id, pull.repo_id, head);
  const merge = await mergeCommit(options.emulator(), base.full_name, pull.base_sha, head);
  tables.pullRequests.update(pull.id, { head_sha: head, merge_commit_sha: merge });
}

// A fork's commits are reachable from the repository that it was forked from.
export function copyCommit(emulator: Emulator, from: number, to: number, sha: string): void {
  for (const name of ['github.commits', 'github.trees', 'github.blobs']) {
    const collection = emulator.collection<{ repo_id: number; sha: string }>(name, ['repo_id', 'sha']);
    const known = new Set(collection.findBy('repo_id', to).map((row) => row.sha));
    for (const { id: _, ...row } of collection.findBy('repo_id', from)) {
      if (!known.has(row.sha)) collection.insert({ ...row, repo_id: to });
    }
  }
  if (!emulator.collection<{ sha: string }>('github.commits', ['repo_id', 'sha']).findOneBy('sha', sha)) {
    throw new Error(`The fork has no commit ${sha}.`);
  }
}
