import { answer, mayWrite, type Route, readRecord, rewrite } from './proxy.ts';
import { on } from './route.ts';
import { requireRepository, type Tables } from './tables.ts';
import type { Dispatch } from './types.ts';

/** Facts of a workflow run that the emulator does not store. */
export interface RunFacts {
  pullRequest: number;
  headRepositoryId: number;
}

export interface ActionsOptions {
  tables: () => Tables;
  runs: ReadonlyMap<number, RunFacts>;
  dispatched: (repository: string, dispatch: Dispatch) => void;
  /** Returns the commit of a branch; undefined when the branch does not exist. */
  branchHead: (repository: string, branch: string) => Promise<string | undefined>;
  hasFile: (repository: string, path: string) => Promise<boolean>;
}

export function actionsRoutes(options: ActionsOptions): Route[] {
  // The emulator cannot filter by commit.
  const listRuns: Route['handle'] = ({ params: [repository = '', workflow], url }) => {
    const row = requireRepository(options.tables(), repository);
    const sha = url.searchParams.get('head_sha');
    const runs = options
      .tables()
      .workflowRuns.findBy('repo_id', row.id)
      .filter((run) => sha === null || run.head_sha === sha)
      .filter((run) => workflow === undefined || String(run.workflow_id) === workflow)
      .toReversed()
      .map(({ repo_id: _, actor_id: __, ...run }) => run);
    return answer(200, { total_count: runs.length, workflow_runs: runs });
  };
  return [
    { ...on('GET', '/repos/{owner}/{repo}/actions/runs'), handle: listRuns },
    { ...on('GET', '/repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs'), handle: listRuns },
    {
      // On GitHub a re-run keeps its run, and only an ended run can run again.
      ...on('POST', '/repos/{owner}/{repo}/actions/runs/{run_id}/rerun'),
      handle({ params: [repository = '', id = ''], owner }) {
        const base = requireRepository(options.tables(), repository);
        const run = options.tables().workflowRuns.get(Number(id));
        if (run === undefined || run.repo_id !== base.id) return answer(404, { message: 'Not Found' });
        if (!mayWrite(owner, base.id, 'actions')) {
          return answer(403, { message: 'Resource not accessible by integration' });
        }
        if (run.status !== 'completed') return answer(403, { message: 'This workflow is already running' });
        options.tables().workflowRuns.update(run.id, {
          run_attempt: run.run_attempt + 1,
          status: 'queued',
          conclusion: null,
        });
        return answer(201, {});
      },
    },
    {
      ...on('GET', '/repos/{owner}/{repo}/actions/runs/{run_id}'),
      async handle(call) {
        const [repository = '', id = ''] = call.params;
        const response = await call.forward();
        if (!response.ok) return response;
        return rewrite(response, describeRun(options, repository, Number(id), readRecord(await response.json())));
      },
    },
    {
      ...on('POST', '/repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches'),
      async handle(call) {
        const [repository = '', file = ''] = call.params;
        const body = await call.body();
        const ref = String(body.ref ?? '').replace(/^refs\/heads\//, '');
        await prepareWorkflow(options, repository, file);
        if ((await options.branchHead(repository, ref)) === undefined) {
          return answer(422, { message: `No ref found for: ${ref}` });
        }
        const response = await call.forward();
        if (response.ok) options.dispatched(repository, { workflow: file, ref, inputs: readInputs(body.inputs) });
        return response;
      },
    },
  ];
}

function readInputs(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(readRecord(value)).map(([key, input]) => [key, String(input)]));
}

// A workflow can be dispatched once its file is on the default branch, which the emulator does not notice.
async function prepareWorkflow(options: ActionsOptions, repository: string, file: string): Promise<void> {
  const { workflows } = options.tables();
  const row = options.tables().repositories.findOneBy('full_name', repository);
  const path = `.github/workflows/${file}`;
  if (row === undefined || workflows.findBy('repo_id', row.id).some((workflow) => workflow.path === path)) return;
  if (!(await options.hasFile(repository, path))) return;
  workflows.insert({ node_id: '', repo_id: row.id, name: file, path, state: 'active', badge_url: '' });
}

function describeRun(options: ActionsOptions, repository: string, id: number, run: Record<string, unknown>) {
  const facts = options.runs.get(id);
  if (facts === undefined) return run;
  const tables = options.tables();
  const base = requireRepository(tables, repository);
  const head = tables.repositories.get(facts.headRepositoryId);
  const summary = (row: typeof head) =>
    row === undefined ? null : { id: row.id, name: row.name, full_name: row.full_name, private: row.private };
  // GitHub names only pull requests of the same repository whose head is the run's branch.
  const pulls = tables.pullRequests
    .findBy('repo_id', base.id)
    .filter((pull) => pull.state === 'open' && pull.head_ref === run.head_branch && pull.head_repo_id === base.id)
    .map((pull) => ({
      id: pull.id,
      number: pull.number,
      head: { ref: pull.head_ref, sha: pull.head_sha, repo: { id: base.id, name: base.name } },
      base: { ref: pull.base_ref, sha: pull.base_sha, repo: { id: base.id, name: base.name } },
    }));
  return { ...run, head_repository: summary(head), pull_requests: pulls };
}
