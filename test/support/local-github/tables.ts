import type { Collection, Emulator } from './emulator.ts';

// The fields of the emulator's rows that this folder reads or writes.
export interface RepositoryRow {
  name: string;
  full_name: string;
  owner_id: number;
  owner_type: 'User' | 'Organization';
  private: boolean;
  default_branch: string;
}
export interface PullRequestRow {
  number: number;
  repo_id: number;
  state: string;
  title: string;
  head_ref: string;
  head_sha: string;
  head_repo_id: number;
  base_ref: string;
  base_sha: string;
  merge_commit_sha: string | null;
  commits: number;
}
export interface CheckRunRow {
  repo_id: number;
  head_sha: string;
  name: string;
  status: string;
  conclusion: string | null;
  details_url: string | null;
  output: { title: string | null; summary: string | null; text: string | null };
  app_id: number | null;
}
export interface CommentRow {
  repo_id: number;
  issue_number: number | null;
  body: string;
  user_id: number;
  comment_type: string;
}
export interface WorkflowRunRow {
  node_id: string;
  repo_id: number;
  workflow_id: number;
  name: string;
  head_branch: string;
  head_sha: string;
  run_number: number;
  event: string;
  status: string;
  conclusion: string | null;
  actor_id: number;
  run_attempt: number;
  run_started_at: string;
}
interface WorkflowRow {
  node_id: string;
  repo_id: number;
  name: string;
  path: string;
  state: string;
  badge_url: string;
}
interface AppRow {
  app_id: number;
  slug: string;
  name: string;
  private_key: string;
  permissions: Record<string, string>;
  events: string[];
  webhook_url: string | null;
  webhook_secret: string | null;
  description: string | null;
}
interface InstallationRow {
  installation_id: number;
  app_id: number;
  account_type: string;
  account_id: number;
  account_login: string;
  repository_selection: string;
  repository_ids: number[];
  permissions: Record<string, string>;
  events: string[];
  suspended_at: string | null;
}
interface UserRow {
  login: string;
}

export interface Tables {
  users: Collection<UserRow>;
  orgs: Collection<UserRow>;
  repositories: Collection<RepositoryRow>;
  pullRequests: Collection<PullRequestRow>;
  checkRuns: Collection<CheckRunRow>;
  comments: Collection<CommentRow>;
  workflows: Collection<WorkflowRow>;
  workflowRuns: Collection<WorkflowRunRow>;
  apps: Collection<AppRow>;
  installations: Collection<InstallationRow>;
}

export function openTables(emulator: Emulator): Tables {
  const tables: Tables = {
    users: emulator.collection('github.users', ['login']),
    orgs: emulator.collection('github.orgs', ['login']),
    repositories: emulator.collection('github.repos', ['owner_id', 'full_name']),
    pullRequests: emulator.collection('github.pull_requests', ['repo_id', 'number']),
    checkRuns: emulator.collection('github.check_runs', ['repo_id', 'head_sha']),
    comments: emulator.collection('github.comments', ['repo_id']),
    workflows: emulator.collection('github.workflows', ['repo_id']),
    workflowRuns: emulator.collection('github.workflow_runs', ['repo_id', 'workflow_id']),
    apps: emulator.collection('github.apps', ['slug']),
    installations: emulator.collection('github.app_installations', ['app_id', 'installation_id']),
  };
  // GitHub's ids exceed 2^31; small ones would hide a column that is too narrow.
  startIdsAt(tables.repositories, 1_200_000_000);
  startIdsAt(tables.comments, 3_400_000_000);
  startIdsAt(tables.checkRuns, 51_000_000_000);
  startIdsAt(tables.workflowRuns, 18_000_000_000);
  return tables;
}

function startIdsAt(collection: unknown, first: number): void {
  if (typeof collection === 'object' && collection !== null && 'autoId' in collection) collection.autoId = first;
}

export function requireRepository(tables: Tables, fullName: string) {
  const row = tables.repositories.findOneBy('full_name', fullName);
  if (row === undefined) throw new Error(`There is no repository ${fullName} here.`);
  return row;
}

export function requirePullRequest(tables: Tables, fullName: string, number: number) {
  const repository = requireRepository(tables, fullName);
  const row = tables.pullRequests.findBy('repo_id', repository.id).find((pull) => pull.number === number);
  if (row === undefined) throw new Error(`There is no pull request ${number} in ${fullName}.`);
  return row;
}
