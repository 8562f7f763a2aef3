import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newReview, newSecret } from './support/review.ts';
import {
  type Bench,
  type PullRequest,
  requestIdToken,
  setState,
  startBench,
  until,
  untilCheck,
  untilComment,
} from './support/start-app.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

describe('a registered review', () => {
  test('gets a check that waits and a comment with its link', async () => {
    const pull = await bench.newPullRequest();
    const { answer, review, secret } = await bench.newRegistered(pull);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      check_url: expect.stringContaining(pull.headSha),
      comment: 'app',
      sign_in_url: null,
    });
    const [check] = await bench.github.checks(pull.repository, pull.headSha);
    expect(check).toMatchObject({
      name: 'Sightline / visual',
      status: 'in_progress',
      conclusion: null,
      title: 'Waiting for a decision',
      detailsUrl: `${bench.service.url}/r/${secret}`,
    });
    const comment = await untilComment(bench, pull, 'Waiting for a decision');
    expect(comment.body).toContain(`${bench.service.url}/r/${secret}`);
    expect(comment.body).toContain(`src="${review.screenshots[0]?.thumbnail_url}"`);
  });

  test('waits in the queue while its pictures are made, then waits for a person', async () => {
    const pull = await bench.newPullRequest();
    const { review, secret } = await bench.newRegistered(pull, { review: { status: 'preparing', screenshots: [] } });
    const [check] = await bench.github.checks(pull.repository, pull.headSha);
    expect(check?.status).toBe('queued');
    bench.service.put(secret, newReview({ ...review, status: 'open' }));
    expect(await untilCheck(bench, pull, 'Waiting for a decision')).toMatchObject({ status: 'in_progress' });
    expect(await bench.github.checks(pull.repository, pull.headSha)).toHaveLength(1);
  });

  test('shares one comment with the other named reviews, a check each', async () => {
    const pull = await bench.newPullRequest();
    await Promise.all(['desktop', 'mobile', 'email'].map((name) => bench.newRegistered(pull, { name })));
    await until('a row for each name', async () => {
      const comments = await bench.github.comments(pull.repository, pull.number);
      const body = comments[0]?.body ?? '';
      return ['desktop', 'mobile', 'email'].every((name) => body.includes(`\`${name}\``));
    });
    expect(await bench.github.comments(pull.repository, pull.number)).toHaveLength(1);
    const names = (await bench.github.checks(pull.repository, pull.headSha)).map((check) => check.name).sort();
    expect(names).toEqual(['Sightline / desktop', 'Sightline / email', 'Sightline / mobile']);
  });

  test('shows neither its link nor a picture on a public repository', async () => {
    const pull = await bench.newPullRequest({ private: false });
    const { secret } = await bench.newRegistered(pull);
    const comment = await untilComment(bench, pull, 'Waiting for a decision');
    const [check] = await bench.github.checks(pull.repository, pull.headSha);
    for (const text of [comment.body, JSON.stringify(check)]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain('<img');
    }
    expect(comment.body).toContain('`link: direct`');
    expect(comment.body).toContain('`GITHUB_CLIENT_ID` and `GITHUB_CLIENT_SECRET`');
  });

  test('shows its link nowhere when the job asked so, though the repository is private', async () => {
    const pull = await bench.newPullRequest();
    const { run: _, ...registration } = await valid(pull);
    expect((await bench.register({ ...registration, link: 'sign-in' })).body.sign_in_url).toBeNull();
    const comment = await untilComment(bench, pull, 'Waiting for a decision');
    const [check] = await bench.github.checks(pull.repository, pull.headSha);
    expect(comment.body + JSON.stringify(check)).not.toContain(registration.review_secret);
    expect(comment.body).toContain('`GITHUB_CLIENT_ID` and `GITHUB_CLIENT_SECRET`');
  });

  test('has no row in the comment when its job asked so, and its check all the same', async () => {
    const pull = await bench.newPullRequest();
    const { run: _, ...registration } = await valid(pull);
    expect((await bench.register({ ...registration, comment: false })).status).toBe(200);
    expect(await untilCheck(bench, pull, 'Waiting for a decision')).toMatchObject({ status: 'in_progress' });
    await bench.newRegistered(pull, { name: 'loud' });
    const { body } = await untilComment(bench, pull, '`loud`');
    expect(body).not.toContain('`visual`');
    expect(body).not.toContain(registration.review_secret);
  });

  test('shows its link on a public repository that asks for it', async () => {
    const pull = await bench.newPullRequest({ private: false, settings: 'link: direct\n' });
    const { secret } = await bench.newRegistered(pull);
    expect((await untilComment(bench, pull, 'Waiting for a decision')).body).toContain(secret);
  });

  test('leaves alone a comment that only carries the marker, behind a full page of others', async () => {
    const pull = await bench.newPullRequest();
    const run = await bench.github.startRun({ repository: pull.repository, pullRequest: pull.number });
    const say = (body: string) =>
      fetch(`${bench.github.apiUrl}/repos/${pull.repository}/issues/${pull.number}/comments`, {
        method: 'POST',
        headers: { authorization: `Bearer ${run.token}` },
        body: JSON.stringify({ body }),
      });
    await say('<!-- sightline -->\nnot the App');
    for (let count = 0; count < 105; count++) await say(`comment ${count}`);
    await bench.newRegistered(pull);
    await untilComment(bench, pull, 'Waiting for a decision');
    await bench.newRegistered(pull, { name: 'second' });
    await untilComment(bench, pull, '`second`');
    const comments = await bench.github.comments(pull.repository, pull.number);
    expect(comments.filter((comment) => comment.author === 'sightline[bot]')).toHaveLength(1);
    expect(comments[0]).toMatchObject({ author: 'github-actions[bot]', body: '<!-- sightline -->\nnot the App' });
  });

  test('is written anew when somebody deletes the comment', async () => {
    const pull = await bench.newPullRequest();
    await bench.newRegistered(pull);
    const { id } = await untilComment(bench, pull, 'Waiting for a decision');
    const run = await bench.github.startRun({ repository: pull.repository, pullRequest: pull.number });
    await fetch(`${bench.github.apiUrl}/repos/${pull.repository}/issues/comments/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${run.token}` },
    });
    expect(await bench.github.comments(pull.repository, pull.number)).toEqual([]);
    await bench.newRegistered(pull, { name: 'second' });
    expect((await untilComment(bench, pull, '`second`')).body).toContain('`visual`');
  });

  test('may be registered again by the same job with a new token', async () => {
    const pull = await bench.newPullRequest();
    const { review, secret } = await bench.newRegistered(pull);
    const { run: _, ...again } = await valid(pull, { secret, id: review.id });
    expect((await bench.register(again)).status).toBe(200);
    expect(await bench.github.checks(pull.repository, pull.headSha)).toHaveLength(1);
  });
});

async function valid(pull: PullRequest, known?: { secret: string; id: string }) {
  const secret = known?.secret ?? newSecret();
  const review = newReview({ revision: pull.headSha, ...(known === undefined ? {} : { id: known.id }) });
  bench.service.put(secret, review);
  const run = await bench.github.startRun({ repository: pull.repository, pullRequest: pull.number });
  return {
    run,
    id_token: await requestIdToken(run, bench.url),
    review_id: review.id,
    review_secret: secret,
    name: 'visual',
    pull_request: pull.number,
    head_sha: pull.headSha,
  };
}

type Valid = Awaited<ReturnType<typeof valid>>;
const attacks: Array<{
  name: string;
  status: number;
  forge(given: Valid, pull: PullRequest): Promise<object> | object;
}> = [
  {
    name: 'a token signed by somebody else',
    status: 401,
    async forge(given) {
      const { privateKey } = await generateKeyPair('RS256');
      const [header = '', payload = ''] = given.id_token.split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
      const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
      return { id_token: await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey) };
    },
  },
  {
    name: 'a token without a signature',
    status: 401,
    forge: ({ id_token }) => {
      const header = Buffer.from('{"alg":"none"}').toString('base64url');
      return { id_token: `${header}.${id_token.split('.')[1]}.` };
    },
  },
  {
    name: 'a token signed by the public key as a shared secret',
    status: 401,
    async forge({ id_token }) {
      const jwks = await (await fetch(`${bench.github.oidcIssuer}/.well-known/jwks`)).text();
      const claims = JSON.parse(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString());
      const token = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' });
      return { id_token: await token.sign(new TextEncoder().encode(jwks)) };
    },
  },
  {
    name: 'a token for another audience',
    status: 401,
    forge: async ({ run }) => ({ id_token: await requestIdToken(run, 'https://reviews.example.com') }),
  },
  {
    name: 'a token for our audience and another',
    status: 401,
    forge: async ({ run }) => ({
      id_token: await bench.github.signIdToken(run, bench.url, { aud: [bench.url, 'https://elsewhere.example'] }),
    }),
  },
  {
    name: 'a token of another issuer',
    status: 401,
    forge: async ({ run }) => ({
      id_token: await bench.github.signIdToken(run, bench.url, { iss: 'https://x.example' }),
    }),
  },
  {
    name: 'a token that has expired',
    status: 401,
    forge: async ({ run }) => ({ id_token: await bench.github.signIdToken(run, bench.url, { exp: 1_700_000_000 }) }),
  },
  {
    name: 'a token without an id of its own',
    status: 401,
    forge: async ({ run }) => ({ id_token: await bench.github.signIdToken(run, bench.url, { jti: undefined }) }),
  },
  {
    name: 'the job of another pull request with the same head',
    status: 422,
    async forge(_, pull) {
      const beside = { pull, branch: 'checkout', at: pull.headSha, base: 'next' };
      const other = await bench.newPullRequest({ beside });
      const run = await bench.github.startRun({ repository: pull.repository, pullRequest: other.number });
      return { id_token: await requestIdToken(run, bench.url) };
    },
  },
  {
    name: 'a run that GitHub counts to other pull requests with the same head',
    status: 422,
    async forge(_, pull) {
      const other = await bench.newPullRequest({ beside: { pull, branch: 'same', at: pull.headSha } });
      const of = { repository: pull.repository, pullRequest: other.number };
      const run = await bench.github.startRun({ ...of, event: 'workflow_dispatch' });
      return { id_token: await requestIdToken(run, bench.url) };
    },
  },
  {
    name: 'a job under pull_request_target, whose run is of the base branch',
    status: 422,
    async forge(_, pull) {
      const of = { repository: pull.repository, pullRequest: pull.number };
      const run = await bench.github.startRun({ ...of, event: 'pull_request_target' });
      return { id_token: await requestIdToken(run, bench.url) };
    },
  },
  { name: 'a name that looks like another', status: 422, forge: async () => ({ name: 'visu\u200bal' }) },
  {
    name: 'a token that was used before',
    status: 401,
    async forge(given) {
      await bench.register({ ...given, review_secret: newSecret() });
      return {};
    },
  },
  {
    name: 'a job of a repository without the App',
    status: 404,
    async forge() {
      const { fullName } = await bench.github.createRepository({ owner: 'mallory', name: `own-${Date.now()}` });
      const other = await bench.github.openPullRequest({ repository: fullName, branch: 'x', title: 'x' });
      const run = await bench.github.startRun({ repository: fullName, pullRequest: other.number });
      return { id_token: await requestIdToken(run, bench.url) };
    },
  },
  {
    name: 'a job of another repository with the App',
    status: 422,
    async forge() {
      const other = await bench.newPullRequest();
      const run = await bench.github.startRun({ repository: other.repository, pullRequest: other.number });
      return { id_token: await requestIdToken(run, bench.url) };
    },
  },
  {
    name: 'a token whose repository id is not the repository\u2019s',
    status: 422,
    forge: async ({ run }) => ({ id_token: await bench.github.signIdToken(run, bench.url, { repository_id: '1' }) }),
  },
  {
    name: 'a run that GitHub does not know',
    status: 422,
    forge: async ({ run }) => ({ id_token: await bench.github.signIdToken(run, bench.url, { run_id: '99' }) }),
  },
  {
    name: 'a head that has moved since the run began',
    status: 422,
    async forge(_, pull) {
      await bench.github.push({ repository: pull.repository, branch: 'checkout', message: 'more' });
      return {};
    },
  },
  {
    name: 'an old run that claims the new head',
    status: 422,
    async forge(given, pull) {
      const push = await bench.github.push({ repository: pull.repository, branch: 'checkout', message: 'more' });
      bench.service.put(given.review_secret, newReview({ id: given.review_id, revision: push.headSha }));
      return { head_sha: push.headSha };
    },
  },
  {
    name: 'a run of another pull request',
    status: 422,
    async forge(_, pull) {
      const other = await bench.github.openPullRequest({
        repository: pull.repository,
        branch: 'other',
        title: 'Other',
      });
      const run = await bench.github.startRun({ repository: pull.repository, pullRequest: other.number });
      return { id_token: await requestIdToken(run, bench.url) };
    },
  },
  {
    name: 'a pull request that is closed',
    status: 422,
    async forge({ run }, pull) {
      await setState(bench, pull, run.token, 'closed');
      return {};
    },
  },
  { name: 'a secret that leads nowhere', status: 422, forge: () => ({ review_secret: newSecret() }) },
  {
    name: 'the secret of another review',
    status: 422,
    forge(_, pull) {
      const secret = newSecret();
      bench.service.put(secret, newReview({ revision: pull.headSha }));
      return { review_secret: secret };
    },
  },
  {
    name: 'a review of another commit',
    status: 422,
    forge(given) {
      bench.service.put(given.review_secret, newReview({ id: given.review_id, revision: 'f'.repeat(40) }));
      return {};
    },
  },
  {
    name: 'a review whose reference is of another pull request',
    status: 422,
    forge(given, pull) {
      const reference = `github:${pull.repositoryId}:999:visual`;
      bench.service.put(given.review_secret, newReview({ id: given.review_id, revision: pull.headSha, reference }));
      return {};
    },
  },
  { name: 'a registration without a name', status: 422, forge: () => ({ name: '' }) },
];

/** As `workflow_run` jobs do: proven by its own run, with the one that triggered it named beside. */
const asFollower = async ({ run }: Valid, pull: PullRequest, named = run.runId) => {
  const follower = await bench.github.startRun({
    repository: pull.repository,
    pullRequest: pull.number,
    event: 'workflow_run',
    triggeredBy: named,
  });
  return { id_token: await requestIdToken(follower, bench.url), workflow_run_id: named };
};

describe('a job under workflow_run', () => {
  test('registers the fork\u2019s pull request whose run triggered it', async () => {
    const pull = await bench.newPullRequest({ fork: 'mallory' });
    const given = await valid(pull);
    const { run: _, ...registration } = { ...given, ...(await asFollower(given, pull)) };
    const answer = await bench.register(registration);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await bench.github.checks(pull.repository, pull.headSha)).toHaveLength(1);
  });
});

const followers: typeof attacks = [
  {
    name: 'no word of the run that triggered it',
    status: 422,
    async forge(given, pull) {
      return { ...(await asFollower(given, pull)), workflow_run_id: undefined };
    },
  },
  { name: 'a run that was made up', status: 422, forge: (given, pull) => asFollower(given, pull, 987_654_321) },
  {
    name: 'the run of another repository with the App',
    status: 422,
    async forge(given, pull) {
      const other = await bench.newPullRequest();
      const run = await bench.github.startRun({ repository: other.repository, pullRequest: other.number });
      return asFollower(given, pull, run.runId);
    },
  },
  {
    name: 'the run of another head of the same repository',
    status: 422,
    async forge(given, pull) {
      const other = await bench.newPullRequest({ beside: { pull, branch: 'other' } });
      const run = await bench.github.startRun({ repository: other.repository, pullRequest: other.number });
      return asFollower(given, pull, run.runId);
    },
  },
  {
    name: 'the run of an older commit',
    status: 422,
    async forge(given, pull) {
      const push = await bench.github.push({ repository: pull.repository, branch: 'checkout', message: 'more' });
      bench.service.put(given.review_secret, newReview({ id: given.review_id, revision: push.headSha }));
      return { ...(await asFollower(given, pull)), head_sha: push.headSha };
    },
  },
  {
    name: 'its own run as the one that triggered it',
    status: 422,
    async forge(_, pull) {
      const own = await bench.github.startRun({
        ...{ repository: pull.repository, pullRequest: pull.number },
        event: 'workflow_run',
      });
      return { id_token: await requestIdToken(own, bench.url), workflow_run_id: own.runId };
    },
  },
  {
    name: 'the run of a pull request that is closed',
    status: 422,
    async forge(given, pull) {
      await setState(bench, pull, given.run.token, 'closed');
      return asFollower(given, pull);
    },
  },
  {
    name: 'the run of another\u2019s pull request, named by a job of one\u2019s own pull request',
    status: 422,
    async forge(given, pull) {
      const own = await bench.newPullRequest({ beside: { pull, branch: 'mine' } });
      const run = await bench.github.startRun({ repository: own.repository, pullRequest: own.number });
      return { id_token: await requestIdToken(run, bench.url), workflow_run_id: given.run.runId };
    },
  },
  { name: 'a run id that is no number', status: 422, forge: () => ({ workflow_run_id: '../../1' }) },
];

describe('a registration is refused', () => {
  test.each(followers)('of a job under workflow_run with $name', async ({ forge, status }) => {
    const pull = await bench.newPullRequest();
    const given = await valid(pull);
    const { run: _, ...registration } = { ...given, ...(await forge(given, pull)) };
    const answer = await bench.register(registration);
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    const told = await bench.github.checks(pull.repository, pull.headSha);
    expect(told).toEqual([]);
    expect(await bench.github.comments(pull.repository, pull.number)).toEqual([]);
    console.log(`${answer.status} ${answer.body.message}`);
  });

  test.each(attacks)('with $name', async ({ forge, status }) => {
    const pull = await bench.newPullRequest();
    const given = await valid(pull);
    const { run: _, ...registration } = { ...given, ...(await forge(given, pull)) };
    const answer = await bench.register(registration);
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    expect(JSON.stringify(answer.body)).not.toContain(given.review_secret);
    const { headSha: live } = pull;
    expect(await bench.github.checks(pull.repository, live)).toEqual([]);
    expect(await bench.github.comments(pull.repository, pull.number)).toEqual([]);
  });

  test('when the review belongs to another name already', async () => {
    const pull = await bench.newPullRequest();
    const { review, secret } = await bench.newRegistered(pull);
    const { run: _, ...again } = await valid(pull, { secret, id: review.id });
    expect((await bench.register({ ...again, name: 'another' })).status).toBe(409);
    expect(await bench.github.checks(pull.repository, pull.headSha)).toHaveLength(1);
  });

  test('when it is no JSON, too large, or not posted', async () => {
    const send = (init: RequestInit) => fetch(`${bench.url}/registrations`, init).then((response) => response.status);
    expect(await send({ method: 'POST', body: '{' })).toBe(400);
    expect(await send({ method: 'POST', body: 'x'.repeat(70_000) })).toBe(413);
    expect(await send({ method: 'GET' })).toBe(405);
  });

  test('as unavailable while the service is away, and taken afterwards', async () => {
    const pull = await bench.newPullRequest();
    const given = await valid(pull);
    bench.service.setOutage(true);
    const { run, ...registration } = given;
    expect((await bench.register(registration)).status).toBe(503);
    bench.service.setOutage(false);
    const retried = { ...registration, id_token: await requestIdToken(run, bench.url) };
    expect((await bench.register(retried)).status).toBe(200);
  });
});
