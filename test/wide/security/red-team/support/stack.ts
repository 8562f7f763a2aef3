import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import type { Client } from '../../../../../server/contract/client.ts';
import type { Review } from '../../../../../server/contract/review.ts';
import { forgetLimits, sql } from '../../../../api/support/sql.ts';
import { type Bench, type Pull, startBench } from '../../../../github/action/support/bench.ts';
import { runningClock } from '../../../../support/clock.ts';
import { base64, reviewerOf } from '../../../../support/factories.ts';
import { secretOf } from '../../../../support/guest.ts';
import { gitHubEnvironment } from '../../../../support/local-github/environment.ts';
import type { Check, LocalGitHub, Run } from '../../../../support/local-github/index.ts';
import { type People, startPeople } from '../../../../support/local-github/people.ts';
import type { TestService } from '../../../../support/service.ts';
import { newTable, type Table } from './table.ts';

/** A pull request with the App installed on its repository. */
export interface Target {
  repository: string;
  repositoryId: number;
  private: boolean;
  number: number;
  headSha: string;
}

/** A pass that a job has made and registered. */
export interface Pass {
  target: Target;
  name: string;
  review: Review;
  secret: string;
  run: Run;
}

/** The service with the App in its process, a GitHub for sign-ins, and the built Action to run against both. */
export interface Stack {
  table: Table;
  bench: Bench;
  github: LocalGitHub;
  service: TestService;
  people: People;
  /** The owner of the attacked reviews, and the attacker, with a workspace each. */
  owner: Client & { token: string };
  mallory: Client & { token: string };
  /** Moves the service’s clock; 0 resets it. */
  setAhead(milliseconds: number): void;
  open(options?: OpenOptions): Promise<Target>;
  /** A pull request of the Action's bench with the App installed. */
  openForAction(options?: { private?: boolean; fork?: string }): Promise<Pull>;
  /** Creates a review of the pull request’s head. */
  newReview(target: Target, more?: NewReview): Promise<Review>;
  /** Creates a review that a job of the pull request has registered. */
  newPass(target: Target, more?: NewReview): Promise<Pass>;
  register(registration: Record<string, unknown>): Promise<{ status: number; text: string }>;
  idToken(run: Run, audience?: string): Promise<string>;
  /** Sends `review.decided` for a pass, with parts of it forged. */
  tellDecision(pass: Pass, forge?: Forgery): Promise<number>;
  check(pass: { target: Target; name: string }): Promise<Check | undefined>;
  /** Returns the state of the check and of the review, in one line. */
  stateOf(pass: Pass): Promise<string>;
  /** Waits until both queues are empty and every decision has reached GitHub. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  private?: boolean;
  settings?: string;
  files?: Record<string, string>;
  fork?: string;
  title?: string;
  branch?: string;
  changes?: Record<string, string>;
}
export interface NewReview {
  name?: string;
  client?: Client;
  title?: string;
  context?: string;
  label?: string;
  revision?: string;
  colour?: string;
}
export interface Forgery {
  /** Signs with this secret instead of the review’s. */
  key?: string;
  /** Replaces the whole header. */
  signature?: string;
  event?: string;
  headerId?: string;
  /** Replaces parts of the review in the body. */
  review?: Record<string, unknown>;
  /** Changes the bytes after they were signed. */
  alter?: (body: string) => string;
}

export async function startStack(): Promise<Stack> {
  const people = await startPeople();
  const clock = runningClock();
  const bench = await startBench(
    (github) => ({
      ...gitHubEnvironment(github, people),
      PREPARING_SECONDS: '1',
      LOG_LEVEL: 'error',
    }),
    clock.now,
  );
  const { github, service } = bench;
  people.forwardTo(github.apiUrl);
  const [owner, mallory] = [await service.newClient(), await service.newClient()];
  let repositories = 0;

  const post = async (path: string, body: string, headers: Record<string, string> = {}) => {
    const response = await fetch(service.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    return { status: response.status, text: await response.text() };
  };
  const install = (repository: string) => github.installApp(repository, `${service.url}/api/github/webhooks`);

  const stack: Stack = {
    table: newTable(),
    ...{ bench, github, service, people, owner, mallory },
    setAhead(milliseconds) {
      clock.aheadMs = milliseconds;
    },
    async open(options = {}) {
      const files = { ...options.files };
      if (options.settings !== undefined) files['.github/sightline.yml'] = options.settings;
      const isPrivate = options.private ?? true;
      repositories += 1;
      const { id, fullName } = await github.createRepository({
        ...{ owner: 'globex', name: `site-${repositories}`, private: isPrivate, files },
      });
      await install(fullName);
      const opened = await github.openPullRequest({
        repository: fullName,
        branch: options.branch ?? 'checkout',
        title: options.title ?? 'A new checkout',
        ...(options.fork === undefined ? {} : { fork: options.fork }),
        ...(options.changes === undefined ? {} : { files: options.changes }),
      });
      return { repository: fullName, repositoryId: id, private: isPrivate, ...opened };
    },
    async openForAction(options = {}) {
      const pull = await bench.openPull({ ...options, shortPauses: true });
      await install(pull.repository);
      return pull;
    },
    async newReview(target, more = {}) {
      const { client = owner, name = 'visual' } = more;
      // The limits of a workspace are not under attack.
      await forgetLimits(service);
      return client.call('create_review', {
        title: more.title ?? 'A new checkout',
        ...(more.context === undefined ? {} : { context: more.context }),
        images: [{ image: await base64(more.colour), label: more.label ?? 'Home' }],
        reference: `github:${target.repositoryId}:${target.number}:${name}`,
        revision: more.revision ?? target.headSha,
        webhook_url: `${service.url}/decisions`,
      });
    },
    async newPass(target, more = {}) {
      const { name = 'visual' } = more;
      const review = await stack.newReview(target, more);
      const run = await github.startRun({ repository: target.repository, pullRequest: target.number });
      const pass = { target, name, review, secret: secretOf(review.review_url), run };
      const answer = await stack.register({ ...registrationOf(pass), id_token: await stack.idToken(run) });
      expect(answer.status, answer.text).toBe(200);
      return pass;
    },
    register: (registration) => post('/registrations', JSON.stringify(registration)),
    async idToken(run, audience = service.url) {
      const url = `${run.env.ACTIONS_ID_TOKEN_REQUEST_URL}&audience=${encodeURIComponent(audience)}`;
      const authorization = `Bearer ${run.env.ACTIONS_ID_TOKEN_REQUEST_TOKEN}`;
      const response = await fetch(url, { headers: { authorization } });
      return String(Reflect.get(Object(await response.json()), 'value'));
    },
    async tellDecision({ review, secret }, forge = {}) {
      const decision = {
        number: 1,
        outcome: 'approved',
        note: null,
        decided_by: 'Ada',
        verified_login: null,
        via: 'page',
      };
      const told = { ...review, status: 'approved', decision, ...forge.review };
      const body = JSON.stringify({ event: 'review.decided', decided_at: '2026-11-20T11:00:00+00:00', review: told });
      const { status } = await post('/decisions', forge.alter?.(body) ?? body, {
        'x-service-event': forge.event ?? 'review.decided',
        'x-service-review': forge.headerId ?? review.id,
        'x-service-signature': forge.signature ?? signatureOf(body, forge.key ?? secret),
      });
      return status;
    },
    async check({ target, name }) {
      const checks = await github.checks(target.repository, target.headSha);
      return checks.findLast((check) => check.name === `Sightline / ${name}`);
    },
    async stateOf(pass) {
      const check = await stack.check(pass);
      const { review } = await reviewerOf(pass.review).call('read_review', {});
      const said = check === undefined ? 'none' : `${check.conclusion ?? check.status} “${check.title}”`;
      return `check ${said}, review ${review.status}`;
    },
    async idle() {
      const jobs = `SELECT name FROM sightline_queue.job WHERE state IN ('active', 'retry') OR (state = 'created' AND start_after < now() + interval '5 seconds')`;
      // In one query, because a decision is pending until the App has answered, and then its job is in the queue.
      const underWay = `${jobs} UNION ALL
        SELECT 'delivery' FROM delivery WHERE status = 'pending' AND next_attempt_at < now() + interval '5 seconds'`;
      await expect.poll(() => sql(service, underWay), { interval: 50 }).toEqual([]);
    },
    async close() {
      await Promise.all([bench.close(), people.close()]);
    },
  };
  return stack;
}

/** Returns what a job states about a pass, without its id-token. */
export const registrationOf = ({ target, name, review, secret }: Omit<Pass, 'run'>) => ({
  review_id: review.id,
  review_secret: secret,
  name,
  pull_request: target.number,
  head_sha: target.headSha,
});

export const signatureOf = (body: string, key: string): string =>
  `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;

/** The states that attacks must not change. */
export const waiting = 'check in_progress “Waiting for a decision”, review open';
