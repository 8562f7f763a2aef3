import { decodeJwt, exportSPKI, importJWK } from 'jose';
import { expect, test } from 'vitest';
import { rowCounts } from '../../../api/oauth/support/connect-screen.ts';
import { forgeries, startJobIssuer } from '../../../api/oauth/support/jobs.ts';
import { sql } from '../../../api/support/sql.ts';
import { decide } from '../../../support/factories.ts';
import { secretOf } from '../../../support/guest.ts';
import type { Run } from '../../../support/local-github/index.ts';
import { registrationOf, type Stack, type Target } from './support/stack.ts';
import { tally } from './support/table.ts';

const GRANT = {
  grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
  subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
};

/** Passes registered, and workspaces entered, in the name of jobs that did not ask for it. */
export function registrations(stack: () => Stack): void {
  const startRun = (target: Target, more: { event?: 'workflow_run'; triggeredBy?: number } = {}) =>
    stack().github.startRun({ repository: target.repository, pullRequest: target.number, ...more });

  async function exchange(subject_token: string): Promise<{ status: number; text: string }> {
    const body = new URLSearchParams({ ...GRANT, subject_token });
    const response = await fetch(`${stack().service.url}/oauth/token`, { method: 'POST', body });
    return { status: response.status, text: await response.text() };
  }

  /** Tokens that must not count as the identity of this run. */
  async function badTokens(run: Run): Promise<Record<string, string>> {
    const { github, service, idToken } = stack();
    const sign = (more: object, audience = service.url) => github.signIdToken(run, audience, { ...more });
    const { iss: _, aud: __, jti: ___, iat: ____, exp: _____, nbf: ______, ...claims } = decodeJwt(await idToken(run));
    const { keys } = (await (await fetch(`${github.oidcIssuer}/.well-known/jwks`)).json()) as { keys: object[] };
    const [jwk = {}] = keys;
    const local = {
      url: github.oidcIssuer,
      kid: () => String(Reflect.get(jwk, 'kid')),
      async publicPem() {
        const key = await importJWK(jwk, 'RS256', { extractable: true });
        if (key instanceof Uint8Array) throw new Error('Not a public key.');
        return exportSPKI(key);
      },
      sign: (audience: string, more: Record<string, unknown>) => github.signIdToken(run, audience, more),
    };
    const foreign = await startJobIssuer();
    const now = Math.floor(Date.now() / 1000);
    return {
      'no token': '',
      ...(await forgeries(local, service.url, claims)),
      'another audience': await sign({}, 'https://github.com/globex'),
      'an audience that begins with ours': await sign({}, `${service.url}.evil.example`),
      'two audiences': await sign({ aud: [service.url, 'https://evil.example'] }),
      'another issuer in it': await sign({ iss: 'https://evil.example' }),
      'another issuer’s own': await foreign.sign(service.url, claims),
      'another issuer’s that says it is ours': await foreign.sign(service.url, { ...claims, iss: github.oidcIssuer }),
      expired: await sign({ iat: now - 600, exp: now - 60 }),
      'not yet valid': await sign({ nbf: now + 600, exp: now + 900 }),
      'no end': await sign({ exp: undefined }),
      'no jti': await sign({ jti: undefined }),
    };
  }

  async function expectNothing(target: Target): Promise<string> {
    await stack().idle();
    const known = 'SELECT 1 FROM github_registration WHERE repository_id = $1';
    expect(await sql(stack().service, known, [target.repositoryId])).toEqual([]);
    expect(await stack().github.checks(target.repository, target.headSha)).toEqual([]);
    expect(await stack().github.comments(target.repository, target.number)).toEqual([]);
    return 'no check, no comment';
  }

  test('a forged id-token at the App', async () => {
    const { table, open, newReview, register } = stack();
    const target = await open();
    const review = await newReview(target);
    const registration = registrationOf({ target, name: 'visual', review, secret: secretOf(review.review_url) });
    const answers: number[] = [];
    for (const [forgery, id_token] of Object.entries(await badTokens(await startRun(target)))) {
      const { status, text } = await register({ ...registration, id_token });
      expect(status, forgery).toBe(id_token.length > 16_384 ? 422 : 401);
      expect(text).not.toContain(registration.review_secret);
      answers.push(status);
    }
    table.add({
      attack: 'forged registration',
      tried: 'id-tokens unsigned, HS256 with the public key, own key by kid, jku and jwk, other issuer, audience, time',
      variants: answers.length,
      happened: tally(answers),
      after: await expectNothing(target),
    });
  });

  test('a forged id-token at /oauth/token', async () => {
    const { table, open, service } = stack();
    const tokens = await badTokens(await startRun(await open()));
    const before = await rowCounts(service);
    const answers: number[] = [];
    for (const [forgery, token] of Object.entries(tokens)) {
      const { status, text } = await exchange(token);
      expect(status, forgery).toBe(400);
      expect(text).not.toContain('sla_');
      answers.push(status);
    }
    expect(await rowCounts(service)).toEqual(before);
    table.add({
      attack: 'forged sign-in of a job',
      tried: 'the same id-tokens exchanged for an access token',
      variants: answers.length,
      happened: tally(answers),
      after: 'no workspace, no access token: no table has a row more',
    });
  });

  test('a replayed id-token', async () => {
    const { table, open, newReview, register, idToken, github, service } = stack();
    const target = await open();
    const run = await startRun(target);
    const review = await newReview(target);
    const registration = registrationOf({ target, name: 'visual', review, secret: secretOf(review.review_url) });
    const used = await idToken(run);
    expect((await register({ ...registration, id_token: used })).status).toBe(200);
    const evil = await newReview(target, { client: stack().mallory, name: 'evil' });
    const own = registrationOf({ target, name: 'evil', review: evil, secret: secretOf(evil.review_url) });
    const atApp = await Promise.all(Array.from({ length: 10 }, () => register({ ...own, id_token: used })));
    expect(atApp.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 401));
    const token = await github.signIdToken(run, service.url);
    const atService = await Promise.all(Array.from({ length: 10 }, () => exchange(token)));
    expect(tally(atService.map(({ status }) => status))).toBe('200 × 1, 400 × 9');
    await stack().idle();
    const names = (await github.checks(target.repository, target.headSha)).map(({ name }) => name);
    expect(names).toEqual(['Sightline / visual']);
    table.add({
      attack: 'replayed id-token',
      tried: 'used at the App and sent again for another review, at once; exchanged ten times at once',
      variants: 20,
      happened: `App ${tally(atApp.map(({ status }) => status))}; service ${tally(atService.map(({ status }) => status))}`,
      after: 'one check, of the review it was for; one access token',
    });
  });

  test('a registration that GitHub does not confirm', async () => {
    const { table, open, newReview, register, idToken, github, mallory } = stack();
    const answers: number[] = [];
    const attempt = async (
      what: string,
      forge: (target: Target, run: Run) => Promise<object>,
      more: { name?: string; revision?: string; reference?: string; fork?: string } = {},
    ) => {
      const target = await open(more.fork === undefined ? {} : { fork: more.fork });
      const run = await startRun(target);
      const review = await newReview(target, more);
      const registration = registrationOf({ target, name: 'visual', review, secret: secretOf(review.review_url) });
      const forged = await forge(target, run);
      const { status, text } = await register({ ...registration, id_token: await idToken(run), ...forged });
      expect([404, 409, 422], `${what}: ${status} ${text}`).toContain(status);
      answers.push(status);
      await expectNothing(target);
    };
    const beside = async (target: Target, branch: string): Promise<Target> => ({
      ...target,
      ...(await github.openPullRequest({ repository: target.repository, branch, title: branch })),
    });
    await attempt('a job of a repository without the App', async () => {
      const { fullName } = await github.createRepository({ owner: 'evil', name: 'own' });
      const opened = await github.openPullRequest({ repository: fullName, branch: 'x', title: 'x' });
      const run = await github.startRun({ repository: fullName, pullRequest: opened.number });
      return { id_token: await idToken(run) };
    });
    await attempt('a job of another repository with the App', async () => ({
      id_token: await idToken(await startRun(await open())),
    }));
    await attempt('another pull request’s job', async (target) => ({
      id_token: await idToken(await startRun(await beside(target, 'other'))),
    }));
    await attempt('a run that is not there', async (_, run) => ({
      id_token: await github.signIdToken(run, stack().service.url, { run_id: '987654321' }),
    }));
    await attempt('a head that moved between the job and the registration', async ({ repository }) => {
      await github.push({ repository, branch: 'checkout', message: 'More' });
      return {};
    });
    await attempt('an old job that claims the new head', async ({ repository }) => ({
      head_sha: (await github.push({ repository, branch: 'checkout', message: 'More' })).headSha,
    }));
    await attempt('a review of another commit', async () => ({}), { revision: 'e'.repeat(40) });
    await attempt('a review of another name', async () => ({}), { name: 'other' });
    await attempt('a link that leads nowhere', async () => ({ review_secret: 'x'.repeat(43) }));
    await attempt('the link of another review', async (target) => ({
      review_secret: secretOf((await newReview(target, { client: mallory })).review_url),
    }));
    // A job of the pull request runs its author’s code, so it must not act for the default branch.
    await attempt('a pull request’s own job that names another’s run as its trigger', async (target, run) => ({
      id_token: await idToken(await startRun(await beside(target, 'mine'))),
      workflow_run_id: run.runId,
    }));
    for (const event_name of ['pull_request_target', 'issue_comment', 'push', '']) {
      const pretend = async (target: Target, run: Run) => ({
        id_token: await github.signIdToken(await startRun(await beside(target, 'mine')), stack().service.url, {
          event_name,
        }),
        workflow_run_id: run.runId,
      });
      await attempt(`a job under "${event_name}" that names a fork’s run as its trigger`, pretend, { fork: 'evil' });
      await attempt(`a job under "${event_name}" of another head`, async (target, run) => ({
        ...(await pretend(target, run)),
        workflow_run_id: undefined,
      }));
    }
    await attempt('a trusted job that names a run of another head', async (target) => ({
      ...(await follower(target, (await startRun(await beside(target, 'mine'))).runId)),
    }));
    await attempt('a trusted job that names itself', async (target) => {
      const own = await startRun(target, { event: 'workflow_run' });
      return { id_token: await idToken(own), workflow_run_id: own.runId };
    });
    table.add({
      attack: 'registration for what the job did not run for',
      tried: 'other repositories, pull requests, heads, runs, reviews, links; pull_request_target and other events',
      variants: answers.length,
      happened: tally(answers),
      after: 'no check, no comment on any of them',
    });
  });

  async function follower(target: Target, triggeredBy: number): Promise<object> {
    const run = await startRun(target, { event: 'workflow_run', triggeredBy });
    return { id_token: await stack().idToken(run), workflow_run_id: triggeredBy };
  }

  test('a fork’s own head', async () => {
    const { table, open, newPass, github, idle, stateOf } = stack();
    const target = await open({
      fork: 'evil',
      settings: 'fixer: workflow_dispatch\napprovers: write\n',
      files: { '.github/workflows/sightline-fix.yml': 'on: workflow_dispatch\n' },
    });
    // GitHub gives a fork’s jobs no id-token. If there was one, it would count for this pull request alone.
    const pass = await newPass(target);
    await decide(pass.review, 'changes_requested');
    await idle();
    expect(github.dispatches(target.repository)).toEqual([]);
    await decide(pass.review, 'approved');
    await idle();
    const after = await stateOf(pass);
    expect(after).toBe('check failure “Approved, but the approval does not count”, review approved');
    table.add({
      attack: 'a fork speaks for itself',
      tried: 'its own job registers, asks for changes to start the fixing agent, approves itself',
      variants: 3,
      happened: 'registered for its own pull request alone; no agent was started',
      after,
    });
  });
}
