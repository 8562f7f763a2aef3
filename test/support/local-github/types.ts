import type { Held } from './held.ts';

/** What a test or the demo may do with the local GitHub. Everything is on loopback and in memory. */
export interface LocalGitHub {
  /** The base URL for the App, the Action's octokit and tests (`GITHUB_API_URL`). */
  apiUrl: string;
  /** The issuer of the jobs' id-tokens (`GITHUB_OIDC_ISSUER`). */
  oidcIssuer: string;
  app: { id: string; privateKey: string; webhookSecret: string; slug: string };
  createRepository(options: CreateRepository): Promise<{ id: number; fullName: string }>;
  /** Installs the App on one repository; its webhooks are signed with `app.webhookSecret`. */
  installApp(fullName: string, webhookUrl: string): Promise<{ installationId: number }>;
  /** Creates the branch from the default one, commits `files` and opens the pull request (`pull_request.opened`). */
  openPullRequest(options: OpenPullRequest): Promise<{ number: number; headSha: string }>;
  /** Commits to a branch. On the branch of an open pull request it sends `pull_request.synchronize`. */
  push(options: Push): Promise<{ headSha: string }>;
  /** Registers a workflow run for a pull request, as GitHub would, and returns the environment that a runner sets. */
  startRun(options: StartRun): Promise<Run>;
  /** Returns every check of a commit, oldest first. */
  checks(repository: string, sha: string): Promise<Check[]>;
  /** Returns every comment of a pull request, oldest first. `author` is a login such as `github-actions[bot]`. */
  comments(repository: string, pullRequest: number): Promise<Comment[]>;
  /** Returns the workflow dispatches of a repository, oldest first. */
  dispatches(repository: string): Dispatch[];
  onDispatch(listener: (dispatch: Dispatch & { repository: string }) => void): void;
  /** Signs an id-token of a job, for attacks: `claims` replace the real ones. */
  signIdToken(run: Run, audience: string, claims?: Record<string, unknown>): Promise<string>;
  /** Makes the API answer 503 to every request until called with false. */
  setOutage(outage: boolean): void;
  /** Drops every event of a repository on its way to the App until called with false. */
  loseEvents(repository: string, lost: boolean): void;
  /** Answers the next matching requests with a fault. */
  inject(fault: Fault): void;
  /** Sends an event of the repository to the App, signed, and waits for its answer; `forge` replaces the signature. */
  deliver(repository: string, event: string, payload: Record<string, unknown>, forge?: string): Promise<number>;
  /** Returns every request of the API since the start, oldest first. */
  calls(): readonly ApiCall[];
  /** Returns every request, answer and event so far, compared with GitHub's published description. */
  held: Held;
  /** The routes answered here and not by the emulator. `template` is null for paths outside GitHub's API. */
  routes(): Array<{ method: string; template: string | null; path: RegExp }>;
  /** Puts a pull request into the merge queue behind the commit `after` and asks the App for checks. */
  enqueue(options: Enqueue): Promise<{ headSha: string }>;
  /** Ends a workflow run. */
  endRun(runId: number, conclusion: 'success' | 'failure'): void;
  /** Renames a repository, or hides or shows it, and notifies the App. */
  changeRepository(repository: string, change: { name?: string; private?: boolean }): Promise<void>;
  close(): Promise<void>;
}

export interface Fault {
  method?: string;
  /** Matches the request's path. */
  path: RegExp;
  status: number;
  message?: string;
  /** Replaces the message. */
  body?: unknown;
  headers?: Record<string, string>;
  /**
   * `lost`: the request is handled and its answer lost. `cut`: the connection breaks before anything happens. `silent`:
   * nothing happens for a minute, then the connection breaks.
   */
  kind?: 'answer' | 'lost' | 'cut' | 'silent';
  /** For how many requests; one by default. */
  times?: number;
}

export interface ApiCall {
  method: string;
  path: string;
  /** 0 when the connection broke; for `silent`, the record is written when it ends. */
  status: number;
  at: number;
}

export interface Enqueue {
  repository: string;
  pullRequest: number;
  after?: string;
  /** Whether the App is notified; true by default. */
  tell?: boolean;
}

export interface CreateRepository {
  owner: string;
  name: string;
  private?: boolean;
  files?: Record<string, string>;
}

export interface OpenPullRequest {
  repository: string;
  branch: string;
  title: string;
  files?: Record<string, string>;
  /** Opens it from that account's fork instead of a branch of the repository. */
  fork?: string;
  /** The commit for its branch, instead of a new one. */
  at?: string;
  /** The branch to merge into, created from the default one when it does not exist. */
  base?: string;
  /** The login that pushes and opens it. */
  by?: string;
}

export interface Push {
  repository: string;
  branch: string;
  files?: Record<string, string>;
  message: string;
  by?: string;
}

export interface StartRun {
  repository: string;
  pullRequest: number;
  event?: 'pull_request' | 'pull_request_target' | 'push' | 'workflow_dispatch' | 'workflow_run';
  /** For `push`: the branch that was pushed. Default: the pull request's. */
  branch?: string;
  /** For `workflow_run`: the run that triggered it. */
  triggeredBy?: number;
  attempt?: number;
}

export interface Run {
  runId: number;
  /** The job's GITHUB_TOKEN; its writes appear as `github-actions[bot]`. */
  token: string;
  /** The file with the event's payload (`GITHUB_EVENT_PATH`). */
  eventPath: string;
  env: Record<string, string>;
}

export interface Check {
  id: number;
  name: string;
  status: string;
  conclusion: string | null;
  title: string;
  summary: string;
  text: string;
  detailsUrl: string | null;
  actions: Array<{ label: string; description: string; identifier: string }>;
}

export interface Comment {
  id: number;
  body: string;
  author: string;
}

export interface Dispatch {
  /** The workflow's file name. */
  workflow: string;
  ref: string;
  inputs: Record<string, string>;
}
