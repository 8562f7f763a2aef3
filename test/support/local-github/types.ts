import type { Held } from './held.ts';

/** What a test or the demo may do with the local GitHub. Everything is on loopback and in memory. */
export interface LocalGitHub {
  /** The one base URL for the App, the Action's octokit and tests (`GITHUB_API_URL`). */
  apiUrl: string;
  /** Issuer of the jobs' id-tokens (`GITHUB_OIDC_ISSUER`). */
  oidcIssuer: string;
  app: { id: string; privateKey: string; webhookSecret: string; slug: string };
  createRepository(options: CreateRepository): Promise<{ id: number; fullName: string }>;
  /** Installs the App on one repository; its webhooks are signed with `app.webhookSecret`. */
  installApp(fullName: string, webhookUrl: string): Promise<{ installationId: number }>;
  /** Makes the branch from the default one, commits `files` and opens the pull request (`pull_request.opened`). */
  openPullRequest(options: OpenPullRequest): Promise<{ number: number; headSha: string }>;
  /** Commits to a branch; for an open pull request's branch it fires `pull_request.synchronize`. */
  push(options: Push): Promise<{ headSha: string }>;
  /** Registers a workflow run as GitHub would for a pull request and gives the environment a runner sets. */
  startRun(options: StartRun): Promise<Run>;
  /** Every check of a commit, oldest first. */
  checks(repository: string, sha: string): Promise<Check[]>;
  /** Every comment of a pull request, oldest first. `author` is a login such as `github-actions[bot]`. */
  comments(repository: string, pullRequest: number): Promise<Comment[]>;
  /** The workflow dispatches of a repository, oldest first. */
  dispatches(repository: string): Dispatch[];
  onDispatch(listener: (dispatch: Dispatch & { repository: string }) => void): void;
  /** Signs an id-token of a job by hand, so that attacks can be tried: `claims` replace the true ones. */
  signIdToken(run: Run, audience: string, claims?: Record<string, unknown>): Promise<string>;
  /** Makes the API answer 503 to every request until called with false. */
  setOutage(outage: boolean): void;
  /** Loses every event of a repository on its way to the App until called with false. */
  loseEvents(repository: string, lost: boolean): void;
  /** Answers the next requests that fit with something else than the truth. */
  inject(fault: Fault): void;
  /** Sends an event of the repository to the App, signed, and waits for its answer; `forge` replaces the signature. */
  deliver(repository: string, event: string, payload: Record<string, unknown>, forge?: string): Promise<number>;
  /** Every request of the API since the start, oldest first. */
  calls(): readonly ApiCall[];
  /** Every request, answer and event so far, held against GitHub's published description. */
  held: Held;
  /** What is answered here and not by the emulator; `template` is null for what is no part of GitHub's API. */
  routes(): Array<{ method: string; template: string | null; path: RegExp }>;
  /** Puts a pull request into the merge queue behind the commit `after` and asks the App for checks. */
  enqueue(options: Enqueue): Promise<{ headSha: string }>;
  /** Ends a workflow run. */
  endRun(runId: number, conclusion: 'success' | 'failure'): void;
  /** Gives a repository another name, or hides or shows it, and tells the App. */
  changeRepository(repository: string, change: { name?: string; private?: boolean }): Promise<void>;
  close(): Promise<void>;
}

export interface Fault {
  method?: string;
  /** Of the request's path. */
  path: RegExp;
  status: number;
  message?: string;
  /** Instead of a message. */
  body?: unknown;
  headers?: Record<string, string>;
  /**
   * `lost`: the request is carried out and its answer lost. `cut`: it breaks before anything happens. `silent`: nothing
   * happens and nothing is said for a minute.
   */
  kind?: 'answer' | 'lost' | 'cut' | 'silent';
  /** How many requests; one by default. */
  times?: number;
}

export interface ApiCall {
  method: string;
  path: string;
  /** 0 when the connection broke; what is silent comes when it ends. */
  status: number;
  at: number;
}

export interface Enqueue {
  repository: string;
  pullRequest: number;
  after?: string;
  /** Whether the App is told; true by default. */
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
  /** Opens it from that account's fork instead of from a branch of the repository. */
  fork?: string;
  /** The commit that its branch is put on, instead of a new one. */
  at?: string;
  /** The branch to merge into, made from the default one when it is not there. */
  base?: string;
  /** Who pushes and opens it. */
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
  event?: 'pull_request' | 'pull_request_target' | 'workflow_dispatch' | 'workflow_run';
  /** Under `workflow_run`: the run that triggered it. */
  triggeredBy?: number;
  attempt?: number;
}

export interface Run {
  runId: number;
  /** The job's GITHUB_TOKEN; what it writes comes from `github-actions[bot]`. */
  token: string;
  /** File with the event's payload (`GITHUB_EVENT_PATH`). */
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
  /** File name of the workflow; empty for a `repository_dispatch`. */
  workflow: string;
  ref: string;
  inputs: Record<string, string>;
}
