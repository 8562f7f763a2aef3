import { createHmac } from 'node:crypto';
import pg from 'pg';
import pino from 'pino';
import { type App, appJobs, createApp, readAppConfig } from '../../../../app/create-app.ts';
import { createIdentityAssertions } from '../../../../server/adapters/identity-assertion/index.ts';
import { createJobTokens } from '../../../../server/adapters/job-token/index.ts';
import { createLocks } from '../../../../server/adapters/locks/index.ts';
import { startQueue } from '../../../../server/adapters/queue/index.ts';
import { createSecrets } from '../../../../server/adapters/secrets/index.ts';
import type { Review } from '../../../../server/contract/review.ts';
import { connectDatabase } from '../../../../server/db/client.ts';
import { SECRET_KEY } from '../../../support/app.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { closeOnce } from '../../../support/file-end.ts';
import { gitHubEnvironment } from '../../../support/local-github/environment.ts';
import { person } from '../../../support/local-github/git.ts';
import { type LocalGitHub, type Run, startLocalGitHub } from '../../../support/local-github/index.ts';
import type { OpenPullRequest } from '../../../support/local-github/types.ts';
import { PATIENCE_MS } from '../../../support/patience.ts';
import { startHttpServer } from '../../../support/servers.ts';
import { type FakeService, startFakeService } from './fake-service.ts';
import { decided, newReview, newSecret } from './review.ts';

/** The App over HTTP and PostgreSQL, with the local GitHub and the part of the service that the App reads. */
export interface Bench {
  url: string;
  github: LocalGitHub;
  service: FakeService;
  databaseUrl: string;
  environment: Record<string, string>;
  /** Creates a repository with the App installed and one open pull request. */
  newPullRequest(options?: {
    private?: boolean;
    settings?: string;
    files?: Record<string, string>;
    fork?: string;
    /** The files that the pull request itself changes. */
    changes?: Record<string, string>;
    /** Opens another pull request of the same repository. */
    beside?: { pull: PullRequest; branch: string } & Partial<OpenPullRequest>;
    /** The login that pushes and opens it. */
    by?: string;
  }): Promise<PullRequest>;
  /**
   * Puts an open review of the pull request's head into the service, and registers it at the App through a job: the
   * pull request's own, or one under `workflow_run` that follows it, as a fork needs.
   */
  newRegistered(
    pull: PullRequest,
    options?: { name?: string; review?: Partial<Review>; follows?: boolean },
  ): Promise<Registered>;
  register(registration: Record<string, unknown>): Promise<Answer>;
  /** Registers a review of the head that the service knows, by a job of the pull request. `fields` replace others. */
  registerAgain(pull: PullRequest, known: { review: Review; secret: string }, fields?: object): Promise<Answer>;
  /** Commits to the branch of a pull request, and returns it with its new head. */
  push(
    pull: PullRequest,
    commit?: { message?: string; files?: Record<string, string>; by?: string },
  ): Promise<PullRequest>;
  /** Closes or opens a pull request. */
  setState(pull: PullRequest, state: 'open' | 'closed'): Promise<void>;
  /** Calls GitHub for a pull request's repository as a person. */
  ask(pull: PullRequest, method: string, path: string, body?: object): Promise<void>;
  /** Sends `review.decided` as the service does. `forge` replaces parts of it. */
  decide(registered: Registered, review: Review, forge?: Forgery): Promise<number>;
  /** Decides at the service and sends `review.decided`. Returns the same registration with the decided review. */
  settle(registered: Registered, outcome: Outcome, fields?: Partial<Review>): Promise<Registered>;
  /** Runs a sweep of the App over a repository, and waits until its work for it is done. */
  sweep(pull: { repositoryId: number }): Promise<void>;
  /** Waits until the App has no work left for a repository. Failed work is retried at once. */
  idle(pull: { repositoryId: number }): Promise<void>;
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export interface PullRequest {
  repository: string;
  repositoryId: number;
  number: number;
  headSha: string;
}
export interface Registered {
  review: Review;
  secret: string;
  name: string;
  /** The run of the job that registered the review. */
  runId: number;
  answer: Answer;
}
export interface Answer {
  status: number;
  body: {
    check_url?: string | null;
    comment?: string;
    sign_in_url?: string | null;
    link?: string;
    settled?: string | null;
    conclusion?: string | null;
    error?: string;
    message?: string;
  };
}
type Outcome = 'approved' | 'changes_requested';
export interface Forgery {
  secret?: string;
  headerId?: string;
  bodyId?: string;
  event?: string;
}

let repositories = 0;

export interface RunningApp extends App {
  stop(): Promise<void>;
}

/** Starts the App over a database, as the service does. SERVICE_URL is the address of its service. */
export async function startApp(
  environment: Record<string, string>,
  clock: () => Date = () => new Date(),
  replaceLinks: (secret: string) => Map<string, string> = () => new Map(),
): Promise<RunningApp> {
  const { DATABASE_URL: url = '', SERVICE_URL: serviceUrl = '', LOG_LEVEL: level = 'error' } = environment;
  const config = readAppConfig(environment, serviceUrl);
  const log = pino({ level });
  const db = connectDatabase(url);
  const queue = await startQueue(url, log, true, appJobs);
  const locks = createLocks(url, log);
  const app = await createApp(config, {
    db,
    transaction: (work) => db.$transaction(work, { timeout: 20_000, maxWait: 10_000 }),
    secrets: createSecrets(SECRET_KEY),
    locks,
    queue,
    identityAssertions: createIdentityAssertions({
      issuer: config.appUrl,
      audience: serviceUrl,
      secretKey: SECRET_KEY,
      clock,
    }),
    jobTokens: createJobTokens(config.github.oidcIssuer, config.appUrl, clock),
    replaceLinks: async (_, secret) => replaceLinks(secret),
    log,
    clock,
  });
  await app.work();
  return {
    ...app,
    stop: closeOnce(async () => {
      app.close();
      await queue.stop(8_000);
      await Promise.all([locks.close(), db.$disconnect()]);
    }),
  };
}

export async function startBench(
  environment: Record<string, string> = {},
  now: () => Date = () => new Date(),
): Promise<Bench> {
  const [database, github, service] = await Promise.all([createTestDatabase(), startLocalGitHub(), startFakeService()]);
  let app: RunningApp | undefined;
  const server = await startHttpServer(async (request, response) => {
    if (!(await app?.handle(request, response))) response.writeHead(404).end();
  });
  const url = server.origin;
  const complete = { ...appEnvironment({ url, github, service, databaseUrl: database.url }), ...environment };
  app = await startApp(complete, now, service.replace);
  const bench = { url, github, service, databaseUrl: database.url, environment: complete };
  const actions = createActions(bench);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const sql: Bench['sql'] = async (text, values = []) => (await client.query(text, values)).rows;
  const idle: Bench['idle'] = async ({ repositoryId }) => {
    await until('the App to be done', async () => {
      await sql(
        `with due as (update sightline_queue.job set start_after = now() where state = 'retry'
           and start_after > now() and (data->>'repositoryId')::bigint = $1 returning name)
         select pg_notify('pgboss_' || left(encode(sha224('sightline_queue'), 'hex'), 24), name) from due`,
        [repositoryId],
      );
      const left = await sql(
        `select 1 from sightline_queue.job where state in ('created', 'retry', 'active')
           and (data->>'repositoryId')::bigint = $1`,
        [repositoryId],
      );
      return left.length === 0;
    });
  };
  return {
    ...bench,
    ...actions,
    sql,
    async settle(registered, outcome, fields = {}) {
      const review = decided(registered.review, outcome, fields);
      service.put(registered.secret, review);
      const status = await actions.decide(registered, review);
      if (status !== 202) throw new Error(`The App answered ${status} to a decision.`);
      return { ...registered, review };
    },
    async sweep(pull) {
      // Those of earlier tests would be read again too.
      await sql('update github_pull_request set paused = true where repository_id <> $1', [pull.repositoryId]);
      await app?.sweep();
      await idle(pull);
    },
    idle,
    close: closeOnce(async () => {
      await client.end();
      await app?.stop();
      await server.close();
      await Promise.all([github.close(), service.close()]);
      await database.drop();
    }),
  };
}

export function appEnvironment(bench: {
  url: string;
  github: LocalGitHub;
  service: FakeService;
  databaseUrl: string;
}): Record<string, string> {
  return {
    DATABASE_URL: bench.databaseUrl,
    ...gitHubEnvironment(bench.github),
    APP_URL: bench.url,
    SERVICE_URL: bench.service.url,
    LOG_LEVEL: 'error',
    PREPARING_SECONDS: '1',
    SWEEP_SECONDS: '3600',
  };
}

type Target = Pick<Bench, 'url' | 'github' | 'service'>;

type Actions = Pick<
  Bench,
  'newPullRequest' | 'newRegistered' | 'register' | 'registerAgain' | 'push' | 'setState' | 'ask' | 'decide'
>;

export function createActions(bench: Target): Actions {
  const register = async (registration: Record<string, unknown>): Promise<Answer> => {
    const response = await fetch(`${bench.url}/registrations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(registration),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
  const ask: Bench['ask'] = async ({ repository }, method, path, body) => {
    await fetch(`${bench.github.apiUrl}/repos/${repository}${path}`, {
      ...{ method, headers: { authorization: `Bearer ${person.token}` } },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };
  const registerBy = async (job: Run, pull: PullRequest, secret: string, { id }: Review, fields: object) =>
    register({
      ...{ id_token: await requestIdToken(job, bench.url), review_id: id, review_secret: secret },
      ...{ name: 'visual', pull_request: pull.number, head_sha: pull.headSha, ...fields },
    });
  return {
    register,
    async registerAgain(pull, { review, secret }, fields = {}) {
      const run = await bench.github.startRun({ repository: pull.repository, pullRequest: pull.number });
      return registerBy(run, pull, secret, review, fields);
    },
    ask,
    setState: (pull, state) => ask(pull, 'PATCH', `/pulls/${pull.number}`, { state }),
    async push(pull, { message = 'More', ...commit } = {}) {
      const { repository } = pull;
      const { headSha } = await bench.github.push({ repository, branch: 'checkout', message, ...commit });
      return { ...pull, headSha };
    },
    async newPullRequest(options = {}) {
      if (options.beside !== undefined) {
        const { pull, ...other } = options.beside;
        const opened = await bench.github.openPullRequest({
          repository: pull.repository,
          title: other.branch,
          ...other,
        });
        return { repository: pull.repository, repositoryId: pull.repositoryId, ...opened };
      }
      const files = { ...options.files };
      if (options.settings !== undefined) files['.github/sightline.yml'] = options.settings;
      const { id, fullName } = await bench.github.createRepository({
        owner: 'acme',
        name: `shop-${++repositories}`,
        private: options.private ?? true,
        files,
      });
      await bench.github.installApp(fullName, `${bench.url}/api/github/webhooks`);
      const pull = await bench.github.openPullRequest({
        repository: fullName,
        branch: 'checkout',
        title: 'A new checkout',
        ...(options.fork === undefined ? {} : { fork: options.fork }),
        ...(options.changes === undefined ? {} : { files: options.changes }),
        ...(options.by === undefined ? {} : { by: options.by }),
      });
      return { repository: fullName, repositoryId: id, ...pull };
    },
    async newRegistered(pull, { name = 'visual', review: fields = {}, follows = false } = {}) {
      const secret = newSecret();
      const review = newReview({ revision: pull.headSha, ...fields });
      bench.service.put(secret, review);
      const run = await bench.github.startRun({ repository: pull.repository, pullRequest: pull.number });
      const trusted = { repository: pull.repository, pullRequest: pull.number, event: 'workflow_run' } as const;
      const job = follows ? await bench.github.startRun({ ...trusted, triggeredBy: run.runId }) : run;
      const of = follows ? { name, workflow_run_id: run.runId } : { name };
      const answer = await registerBy(job, pull, secret, review, of);
      return { review, secret, name, runId: run.runId, answer };
    },
    async decide({ secret }, review, forge = {}) {
      const sent = { ...review, id: forge.bodyId ?? review.id };
      const body = JSON.stringify({ event: 'review.decided', decided_at: review.decided_at, review: sent });
      const signature = createHmac('sha256', forge.secret ?? secret)
        .update(body)
        .digest('hex');
      const response = await fetch(`${bench.url}/decisions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-service-event': forge.event ?? 'review.decided',
          'x-service-review': forge.headerId ?? review.id,
          'x-service-signature': `sha256=${signature}`,
        },
        body,
      });
      await response.arrayBuffer();
      return response.status;
    },
  };
}

/** Requests an id-token as a job does. */
export async function requestIdToken(run: Run, audience: string): Promise<string> {
  const url = `${run.env.ACTIONS_ID_TOKEN_REQUEST_URL}&audience=${encodeURIComponent(audience)}`;
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${run.env.ACTIONS_ID_TOKEN_REQUEST_TOKEN}` },
  });
  return String(Reflect.get(Object(await response.json()), 'value'));
}

/**
 * Waits until `read` returns something other than undefined or false. Throws an error with `what` after `PATIENCE_MS`.
 */
export async function until<Value>(what: string, read: () => Promise<Value | undefined | false>): Promise<Value> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const value = await read();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error(`This never happened: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until a check of a commit has a title. */
export function untilCheck(bench: Target, pull: { repository: string; headSha: string }, title: string) {
  return until(`a check that says "${title}"`, async () => {
    const checks = await bench.github.checks(pull.repository, pull.headSha);
    return checks.find((check) => check.title === title);
  });
}

/** Waits until the App's comment contains some words. */
export function untilComment(bench: Target, pull: { repository: string; number: number }, words: string) {
  return until(`a comment with "${words}"`, async () => {
    const comments = await bench.github.comments(pull.repository, pull.number);
    return comments.find((comment) => comment.author === 'sightline[bot]' && comment.body.includes(words));
  });
}
