import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunFacts } from './actions.ts';
import type { Emulator } from './emulator.ts';
import { ask, branchHead, person } from './git.ts';
import type { OidcIssuer } from './oidc.ts';
import { requirePullRequest, requireRepository, type Tables } from './tables.ts';
import type { Run, StartRun } from './types.ts';

export const actionsAppId = 15_368;

export interface RunContext {
  emulator: Emulator;
  tables: Tables;
  issuer: OidcIssuer;
  runs: Map<number, RunFacts>;
  /** The id-token claims of each run, for {@link LocalGitHub.signIdToken}. */
  claims: Map<number, Record<string, unknown>>;
  directory: string;
}

/** Registers a workflow run for a pull request and returns the environment that a runner would set for its job. */
export async function startRun(context: RunContext, options: StartRun): Promise<Run> {
  const { emulator, tables } = context;
  const repository = requireRepository(tables, options.repository);
  const pull = requirePullRequest(tables, options.repository, options.pullRequest);
  const event = options.event ?? 'pull_request';
  const attempt = String(options.attempt ?? 1);
  const actor = tables.users.findOneBy('login', person.login);
  const owner = repository.full_name.split('/')[0] ?? '';
  const follows = event === 'workflow_run';
  // Such a run belongs to the default branch, whatever triggered it.
  const trusted = follows || event === 'pull_request_target';
  const branch = trusted ? repository.default_branch : (options.branch ?? pull.head_ref);
  const isHead = branch === pull.head_ref;
  const branchSha = isHead ? pull.head_sha : await branchHead(emulator, repository.full_name, branch);

  const fields = {
    node_id: '',
    repo_id: repository.id,
    workflow_id: 0,
    name: 'Preview',
    head_branch: event === 'pull_request_target' ? pull.head_ref : branch,
    head_sha: branchSha ?? pull.head_sha,
    run_number: context.runs.size + 1,
    event,
    status: 'in_progress',
    conclusion: null,
    actor_id: actor?.id ?? 0,
    run_attempt: Number(attempt),
    run_started_at: new Date().toISOString(),
  };
  // A later attempt is the same run.
  const earlier = tables.workflowRuns
    .findBy('repo_id', repository.id)
    .findLast((candidate) => candidate.head_sha === fields.head_sha && candidate.event === event);
  const run =
    earlier === undefined || Number(attempt) === 1
      ? tables.workflowRuns.insert(fields)
      : (tables.workflowRuns.update(earlier.id, { run_attempt: Number(attempt), status: 'in_progress' }) ?? earlier);
  context.runs.set(run.id, { pullRequest: pull.number, headRepositoryId: follows ? repository.id : pull.head_repo_id });

  const forPullRequest = event === 'pull_request';
  const ofPullRequest = forPullRequest || event === 'pull_request_target';
  const ref = forPullRequest ? `refs/pull/${pull.number}/merge` : `refs/heads/${branch}`;
  const sha = forPullRequest ? (pull.merge_commit_sha ?? pull.head_sha) : fields.head_sha;
  const claims = {
    sub: `repo:${repository.full_name}:${ofPullRequest ? 'pull_request' : `ref:${ref}`}`,
    repository: repository.full_name,
    repository_id: String(repository.id),
    repository_owner: owner,
    repository_owner_id: String(repository.owner_id),
    repository_visibility: repository.private ? 'private' : 'public',
    run_id: String(run.id),
    run_number: String(run.run_number),
    run_attempt: attempt,
    actor: person.login,
    actor_id: String(actor?.id ?? 0),
    workflow: 'Preview',
    workflow_ref: `${repository.full_name}/.github/workflows/preview.yml@${ref}`,
    job_workflow_ref: `${repository.full_name}/.github/workflows/preview.yml@${ref}`,
    event_name: event,
    ref,
    ref_type: 'branch',
    sha,
    head_ref: ofPullRequest ? pull.head_ref : '',
    base_ref: ofPullRequest ? pull.base_ref : '',
    runner_environment: 'github-hosted',
  };
  context.claims.set(run.id, claims);

  const token = `ghs_${randomBytes(18).toString('hex')}`;
  emulator.tokens.set(token, {
    login: owner,
    id: repository.owner_id,
    scopes: [],
    installation: {
      installationId: 0,
      appId: actionsAppId,
      accountId: repository.owner_id,
      accountType: repository.owner_type,
      permissions: {
        actions: 'read',
        checks: 'write',
        contents: forPullRequest ? 'read' : 'write',
        deployments: 'write',
        issues: 'write',
        pull_requests: 'write',
      },
      repositoryIds: [repository.id],
      repositorySelection: 'selected',
    },
  });

  const temp = join(context.directory, String(run.id), attempt);
  await mkdir(temp, { recursive: true });
  const eventPath = join(temp, 'event.json');
  const described = await ask(emulator, 'GET', `/repos/${repository.full_name}/pulls/${pull.number}`);
  const common = {
    repository: await ask(emulator, 'GET', `/repos/${repository.full_name}`),
    sender: await ask(emulator, 'GET', '/user'),
  };
  const payload = ofPullRequest
    ? { action: 'synchronize', number: pull.number, pull_request: described, ...common }
    : follows
      ? { action: 'completed', workflow_run: describeTrigger(context, pull, options.triggeredBy ?? 0), ...common }
      : { inputs: {}, ref, workflow: '.github/workflows/preview.yml', ...common };
  await writeFile(eventPath, JSON.stringify(payload));
  for (const file of ['output', 'summary', 'env']) await writeFile(join(temp, file), '');

  return {
    runId: run.id,
    token,
    eventPath,
    env: {
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: emulator.url,
      GITHUB_SERVER_URL: emulator.url,
      GITHUB_REPOSITORY: repository.full_name,
      GITHUB_REPOSITORY_ID: String(repository.id),
      GITHUB_REPOSITORY_OWNER: owner,
      GITHUB_REPOSITORY_OWNER_ID: String(repository.owner_id),
      GITHUB_RUN_ID: String(run.id),
      GITHUB_RUN_NUMBER: String(run.run_number),
      GITHUB_RUN_ATTEMPT: attempt,
      GITHUB_EVENT_NAME: event,
      GITHUB_EVENT_PATH: eventPath,
      GITHUB_SHA: sha,
      GITHUB_REF: ref,
      GITHUB_REF_NAME: forPullRequest ? `${pull.number}/merge` : ref.replace('refs/heads/', ''),
      GITHUB_HEAD_REF: ofPullRequest ? pull.head_ref : '',
      GITHUB_BASE_REF: ofPullRequest ? pull.base_ref : '',
      GITHUB_WORKFLOW: 'Preview',
      GITHUB_JOB: 'preview',
      GITHUB_ACTOR: person.login,
      GITHUB_OUTPUT: join(temp, 'output'),
      GITHUB_STEP_SUMMARY: join(temp, 'summary'),
      GITHUB_ENV: join(temp, 'env'),
      RUNNER_TEMP: temp,
      ACTIONS_ID_TOKEN_REQUEST_URL: `${emulator.url}/_services/id-token?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: await context.issuer.issueRequestToken(claims),
    },
  };
}

/** Returns what a `workflow_run` event contains about the triggering run. For a fork's run it names no pull request. */
function describeTrigger({ tables }: RunContext, pull: ReturnType<typeof requirePullRequest>, id: number) {
  const owner = tables.repositories.get(pull.head_repo_id)?.full_name.split('/')[0] ?? '';
  const { head_sha, head_ref } = pull;
  return { id, head_sha, head_branch: head_ref, head_repository: { owner: { login: owner } }, pull_requests: [] };
}
