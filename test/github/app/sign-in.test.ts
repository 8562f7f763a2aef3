import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { signInAddress } from '../../../app/sign-in/address.ts';
import { findReviewerAccess } from '../../../app/store/reviewer-access.ts';
import { connectDatabase } from '../../../server/db/client.ts';
import { assertionsOf } from '../../support/app.ts';
import { startPeople } from '../../support/local-github/people.ts';
import { openNextPass } from './support/next-pass.ts';
import { decided, newId } from './support/review.ts';
import { startBench, untilCheck, untilComment } from './support/start-app.ts';

async function newPull(options: { private: boolean; settings: string }) {
  const pull = await bench.newPullRequest(options);
  const registered = await bench.newRegistered(pull);
  expect(registered.answer.status).toBe(200);
  const repository = { fullName: pull.repository, id: pull.repositoryId, private: options.private };
  people.allow('writer', repository, 'write');
  people.allow('author', repository, 'write');
  if (options.private) people.allow('reader', repository, 'read');
  return { pull, registered };
}

const people = await startPeople();
const bench = await startBench({
  GITHUB_API_URL: people.url,
  GITHUB_CLIENT_ID: people.clientId,
  GITHUB_CLIENT_SECRET: people.clientSecret,
});
people.forwardTo(bench.github.apiUrl);
for (const login of ['reader', 'writer', 'author', 'stranger']) people.addPerson(login);
const closed = await newPull({ private: true, settings: 'link: sign-in\n' });
const open = await newPull({ private: false, settings: 'link: sign-in\n' });

interface Answer {
  status: number;
  location: string;
  cookie: string;
  text: string;
  headers: Headers;
}
async function get(url: string, cookie = ''): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } });
  const [set = ''] = response.headers.getSetCookie();
  const { status, headers } = response;
  return { status, location: headers.get('location') ?? '', cookie: set, text: await response.text(), headers };
}
const pairOf = (cookie: string): string => cookie.split(';')[0] ?? '';
const addressOf = ({ pull, registered }: typeof closed): string =>
  signInAddress(bench.url, { repositoryId: pull.repositoryId, reviewId: registered.review.id });

/** Goes through the whole sign-in of a browser in which `login` is signed in. */
async function signIn(login: string, address: string): Promise<Answer> {
  const begun = await get(address);
  const back = await people.authorize(login, begun.location);
  return get(back, pairOf(begun.cookie));
}
const assertionIn = (location: string) => location.split('#vouch=')[1] ?? '';

test('a person who may read a private repository reaches the review with the App’s assertion', async () => {
  expect(closed.registered.answer.body.link).toBe('sign-in');
  const begun = await get(addressOf(closed));
  expect(begun.status).toBe(303);
  expect(begun.cookie).toMatch(
    /^__Host-sightline-sign-in=[\w.-]+; Path=\/; Max-Age=600; Secure; HttpOnly; SameSite=Lax$/,
  );
  const asked = new URL(begun.location);
  expect(asked.origin + asked.pathname).toBe(`${people.url}/login/oauth/authorize`);
  expect(Object.fromEntries(asked.searchParams)).toEqual({
    client_id: people.clientId,
    redirect_uri: `${bench.url}/sign-in/callback`,
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  const arrived = await get(await people.authorize('reader', begun.location), pairOf(begun.cookie));
  expect(arrived.status).toBe(303);
  expect(arrived.headers.get('cache-control')).toBe('no-store');
  expect(arrived.headers.get('referrer-policy')).toBe('no-referrer');
  expect(arrived.cookie).toContain('Max-Age=0');
  expect(arrived.location.split('#')[0]).toBe(`${bench.service.url}/r/${closed.registered.secret}`);

  const identity = await assertionsOf(bench.url, { audience: bench.service.url }).verifyReview(
    assertionIn(arrived.location),
  );
  expect(identity).toMatchObject({ login: 'reader', subject: '9000000', reviewId: closed.registered.review.id });
  expect(identity.expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 610_000);
});

test('GitHub’s answer about the person is stored for the check; the person’s token is not', async () => {
  await signIn('writer', addressOf(open));
  const db = connectDatabase(bench.databaseUrl);
  try {
    const key = { repositoryId: open.pull.repositoryId, reviewId: open.registered.review.id };
    const access = await findReviewerAccess(db, key, 'WRITER');
    expect(access).toEqual({ login: 'writer', userId: 9_000_001, mayWrite: true, team: null, isAuthor: false });
    const tables = await bench.sql<{ name: string }>(
      `select table_name as name from information_schema.tables where table_name like 'github_%'`,
    );
    expect(tables.length).toBeGreaterThan(5);
    expect(people.tokens().length).toBeGreaterThan(0);
    for (const { name } of tables) {
      const [row] = await bench.sql<{ text: string }>(
        `select coalesce(string_agg(t::text, ' '), '') as text from ${name} t`,
      );
      for (const token of people.tokens()) expect(row?.text).not.toContain(token);
    }
  } finally {
    await db.$disconnect();
  }
});

test('a person without access learns nothing of a review, not even whether it exists', async () => {
  const nowhere = signInAddress(bench.url, { repositoryId: closed.pull.repositoryId, reviewId: newId() });
  const tried = [
    ['stranger at a private repository', 'stranger', addressOf(closed)],
    ['address of no review', 'stranger', nowhere],
    ['address of no review, by a reader', 'reader', nowhere],
    ['reader without write on a public repository', 'reader', addressOf(open)],
  ] as const;
  for (const [attack, login, address] of tried) {
    const refused = await signIn(login, address);
    expect(refused, attack).toMatchObject({ status: 403, location: '' });
    expect(refused.text, attack).toContain(`@${login}`);
    for (const told of [closed, open]) {
      expect(refused.text).not.toContain(told.registered.secret);
      expect(refused.text).not.toContain(told.registered.review.title);
      expect(refused.text).not.toContain(told.pull.repository);
    }
  }
});

test('access is checked at every visit', async () => {
  const address = addressOf(closed);
  expect((await signIn('reader', address)).status).toBe(303);
  people.disallow('reader', closed.pull.repository);
  expect((await signIn('reader', address)).status).toBe(403);
  const { repository: fullName, repositoryId: id } = closed.pull;
  people.allow('reader', { fullName, id, private: true }, 'read');
});

test('`write` and a team are checked when the settings require them', async () => {
  const write = await newPull({ private: true, settings: 'link: sign-in\napprovers: write\n' });
  expect((await signIn('reader', addressOf(write))).status).toBe(403);
  expect((await signIn('writer', addressOf(write))).status).toBe(303);
  const team = await newPull({ private: true, settings: 'link: sign-in\napprovers: team:acme/design\n' });
  expect((await signIn('writer', addressOf(team))).status).toBe(403);
  people.addMember('writer', 'acme/design', 'pending');
  expect((await signIn('writer', addressOf(team))).status).toBe(403);
  people.addMember('writer', 'acme/design', 'hidden');
  expect((await signIn('writer', addressOf(team))).status).toBe(403);
  people.addMember('writer', 'acme/design');
  expect((await signIn('writer', addressOf(team))).status).toBe(303);
});

test('an approval passes the check once its person has signed in, without another decision', async () => {
  const { pull, registered } = await newPull({ private: true, settings: 'approvers: write\nlink: sign-in\n' });
  const { decision } = decided(registered.review, 'approved');
  const by = decision === null ? null : { ...decision, verified_login: 'writer' };
  await bench.settle(registered, 'approved', { decision: by });
  await untilCheck(bench, pull, 'Approved, but the approval does not count');
  await bench.idle(pull);
  expect((await signIn('writer', addressOf({ pull, registered }))).status).toBe(303);
  expect(await untilCheck(bench, pull, 'Approved')).toMatchObject({ conclusion: 'success' });
});

test('a pass that an agent opened shows the sign-in address, and its link alone passes no check', async () => {
  const { pull, registered } = await newPull({ private: true, settings: 'pictures: false\n' });
  expect((await untilComment(bench, pull, registered.secret)).body).not.toContain('/review/');
  const head = await bench.push(pull);
  const child = openNextPass(bench, registered, { revision: head.headSha });
  await bench.sweep(pull);
  await untilCheck(bench, head, 'Waiting for a decision');
  const comment = await untilComment(bench, pull, addressOf({ pull, registered: child }));
  expect(comment.body).not.toContain(child.secret);
  const approved = decided(child.review, 'approved');
  bench.service.put(child.secret, approved);
  expect(await bench.decide(child, approved)).toBe(202);
  const check = await untilCheck(bench, head, 'Approved, but the approval does not count');
  expect(check.conclusion).toBe('failure');
  // A job that waited for the decision learns it when it registers the pass again.
  const answer = await bench.registerAgain(head, child, { reused: true });
  expect(answer.body.conclusion).toBe('failure');
});

test.each([
  ['found, still needs a sign-in', { reused: true }, '/review/', true],
  ['found before the App adopted it, needs a sign-in', { reused: true }, '/review/', false],
  ['opened, shows its link, although the App adopted it before', {}, '/r/', true],
])('a later pass that a job registers, which it %s', async (_, fields, shown, isAdopted) => {
  const { pull, registered } = await newPull({ private: true, settings: 'pictures: false\n' });
  const head = await bench.push(pull);
  const child = openNextPass(bench, registered, { revision: head.headSha });
  if (isAdopted) {
    await bench.sweep(pull);
    await untilComment(bench, pull, addressOf({ pull, registered: child }));
  }
  const answer = await bench.registerAgain(head, child, fields);
  expect(answer).toMatchObject({ status: 200, body: { link: shown === '/r/' ? 'direct' : 'sign-in' } });
  await bench.idle(pull);
  const [{ body = '' } = {}] = await bench.github.comments(pull.repository, pull.number);
  expect(body).toContain('pass 2');
  expect([body.includes('/review/'), body.includes(child.secret)]).toEqual([shown === '/review/', shown === '/r/']);
});

test('the author can sign in and is known as the author', async () => {
  const own = await newPull({ private: true, settings: 'link: sign-in\napprovers: write\nnot-author: true\n' });
  const octocat = (await (await fetch(`${bench.github.apiUrl}/users/octocat`)).json()) as { id: number };
  people.addPerson('octocat', octocat.id);
  people.allow('octocat', { fullName: own.pull.repository, id: own.pull.repositoryId, private: true }, 'write');
  expect((await signIn('octocat', addressOf(own))).status).toBe(303);
  const db = connectDatabase(bench.databaseUrl);
  try {
    const key = { repositoryId: own.pull.repositoryId, reviewId: own.registered.review.id };
    const access = await findReviewerAccess(db, key, 'octocat');
    expect(access).toMatchObject({ mayWrite: true, isAuthor: true });
  } finally {
    await db.$disconnect();
  }
});

test('a sign-in that was started elsewhere, changed or used before is refused', async () => {
  const begin = () => get(addressOf(closed));
  const [mine, theirs] = [await begin(), await begin()];
  const back = async (login: string, of: Answer) => people.authorize(login, of.location);
  const withState = async (state: string) => {
    const url = new URL(await back('reader', mine));
    url.searchParams.set('state', state);
    return url.toString();
  };
  const stolen = new URL(await back('writer', theirs));
  const injected = new URL(await back('reader', mine));
  injected.searchParams.set('code', stolen.searchParams.get('code') ?? '');
  const twice = new URL(await back('reader', mine));
  twice.searchParams.append('state', twice.searchParams.get('state') ?? '');
  const used = await back('reader', mine);
  const usedCookie = pairOf(mine.cookie);
  expect((await get(used, usedCookie)).status).toBe(303);
  const sealed = pairOf(mine.cookie);
  const attacks: [string, string, string][] = [
    ['callback without the cookie (login CSRF)', await back('writer', theirs), ''],
    ['callback of one browser in another (state mix-up)', await back('writer', theirs), pairOf(mine.cookie)],
    ['state made up', await withState('A'.repeat(43)), pairOf(mine.cookie)],
    ['state empty', await withState(''), pairOf(mine.cookie)],
    ['state twice', twice.toString(), pairOf(mine.cookie)],
    ['another person’s code with my state (code injection, PKCE)', injected.toString(), pairOf(mine.cookie)],
    ['code used before', used, usedCookie],
    ['cookie changed', await back('reader', mine), `${sealed.slice(0, -4)}AAAA`],
    ['cookie under a name without __Host-', await back('reader', mine), sealed.replace('__Host-', '')],
  ];
  for (const [attack, url, cookie] of attacks) {
    const refused = await get(url, cookie);
    expect(refused, attack).toMatchObject({ status: 400, location: '' });
  }
});

test('the destination is always the review of the address, whatever the request says', async () => {
  const extras = [
    '?next=https://evil.example.com',
    '?redirect_uri=https://evil.example.com',
    '?return_to=//evil.example.com',
  ];
  for (const extra of extras) {
    const begun = await get(addressOf(closed) + extra);
    expect(begun.location).not.toContain('evil');
    const arrived = await get(
      `${await people.authorize('reader', begun.location)}&next=https://evil.example.com`,
      pairOf(begun.cookie),
    );
    expect(arrived.location.split('#')[0]).toBe(`${bench.service.url}/r/${closed.registered.secret}`);
  }
});

test('declining, and an outage of GitHub, are answered with an explanation', async () => {
  const begun = await get(addressOf(closed));
  const state = new URL(begun.location).searchParams.get('state');
  const declined = await get(`${bench.url}/sign-in/callback?error=access_denied&state=${state}`, pairOf(begun.cookie));
  expect(declined).toMatchObject({ status: 403, location: '' });
  const back = await people.authorize('reader', begun.location);
  people.setOutage(true);
  const busy = await get(back, pairOf(begun.cookie));
  people.setOutage(false);
  expect(busy).toMatchObject({ status: 503, location: '' });
});

test('the person is sent to a registered later pass', async () => {
  const { pull, registered } = await newPull({ private: true, settings: 'link: sign-in\n' });
  const next = await bench.newRegistered(pull, { review: { pass: 2, parent_id: registered.review.id } });
  bench.service.put(registered.secret, registered.review, { id: next.review.id, pass: 2, secret: next.secret });
  const arrived = await signIn('reader', addressOf({ pull, registered }));
  expect(arrived.location.split('#')[0]).toBe(`${bench.service.url}/r/${next.secret}`);
  expect(decodeJwt(assertionIn(arrived.location)).review_id).toBe(next.review.id);
});
