import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { createClient } from '../../../server/contract/client.ts';
import { assertionsOf } from '../../support/app.ts';
import { stillClock } from '../../support/clock.ts';
import { review } from '../../support/factories.ts';
import { refusal } from '../support/rest-and-mcp.ts';
import { sql } from '../support/sql.ts';
import { rowCounts } from './support/connect-screen.ts';
import { CALLBACK, newBrowser, offersPress, startJoinBench } from './support/github-join.ts';
import { postForm } from './support/oauth-client.ts';

const DAY_MS = 86_400_000;
const shop = { fullName: 'acme/shop', id: 501, private: true };
const docs = { fullName: 'acme/docs', id: 502, private: false };
const fresh = { fullName: 'acme/fresh', id: 503, private: true };

const clock = stillClock();
const bench = await startJoinBench(clock.now);
const { people } = bench;
people.addPerson('ada');
people.addPerson('ben');
for (const each of [shop, docs, fresh]) people.allow('ada', each, 'write');
people.allow('ben', shop, 'read');
const job = await bench.job(shop.fullName, shop.id);
await bench.job(docs.fullName, docs.id);

const holding = (bearer: unknown) => createClient({ baseUrl: bench.service.url, bearer: String(bearer) });

const workspaceOf = async (): Promise<string> => {
  const [row] = await sql<{ id: string }>(
    bench.service,
    'SELECT workspace_id AS id FROM repository_workspace WHERE repository_id = $1',
    [String(shop.id)],
  );
  return row?.id ?? '';
};

async function joined(login = 'ada', repository = shop.id) {
  const browser = newBrowser();
  const consent = await bench.ask(browser);
  const { chosen, assertion } = await bench.arrive(browser, login, repository, consent);
  return { browser, consent, chosen, assertion };
}

test('a person signs in, picks a repository, sees the client and presses once: it reads the reviews', async () => {
  const made = await review(holding(job), { title: 'Of the pull request' });
  const browser = newBrowser();
  const consent = await bench.ask(browser);
  const sent = await bench.press(browser, { consent, choice: 'github' });
  expect(sent.status).toBe(303);
  expect(sent.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-sightline-connect=[\w-]{43}; Path=\/; Max-Age=1800; Secure; HttpOnly; SameSite=Lax$/,
    ),
  ]);
  // The redirect carries only an opaque name of the request.
  expect(sent.location).toMatch(new RegExp(`^${bench.service.url}/sign-in/connect\\?request=[\\w-]{43}$`));
  const choice = await bench.signIn(browser, 'ada', consent);
  expect(choice.heading).toBe('Which repository’s workspace?');
  for (const { fullName } of [shop, docs, fresh]) expect(choice.html).toContain(fullName);

  const chosen = await bench.choose(browser, bench.service.url, shop.id);
  const { assertion, ...rest } = Object.fromEntries(new URL(chosen.location).searchParams);
  expect(rest).toEqual({});
  expect(decodeJwt(assertion ?? '')).toMatchObject({
    aud: bench.service.url,
    login: 'ada',
    repository: shop.fullName,
    repository_id: '501',
    repository_issuer: bench.issuer.url,
  });
  const page = await browser.go(chosen.location);
  expect(page.heading).toBe('Connect to this repository’s workspace?');
  for (const said of ['@ada', shop.fullName, 'localhost', CALLBACK, 'Laptop agent']) expect(page.html).toContain(said);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('referrer-policy')).toBe('same-origin');

  const { pressed, code } = await bench.connect(browser, consent, assertion ?? '');
  expect(pressed.location.startsWith(CALLBACK)).toBe(true);
  const { status, body } = await bench.exchange(code);
  expect(status).toBe(200);
  const { reviews } = await holding(body.access_token).call('list_reviews', {});
  expect(reviews.map(({ id }) => id)).toContain(made.id);

  const { connections } = await holding(job).call('list_connections', {});
  expect(connections[0]).toMatchObject({ client_name: 'Laptop agent', joined: true, verified_login: 'ada' });
  const ends = Date.parse(connections[0]?.ends_at ?? '') - Date.parse(connections[0]?.created_at ?? '');
  expect(ends).toBe(30 * DAY_MS);
  const [event] = await sql<{ details: object }>(
    bench.service,
    `SELECT details FROM audit_event WHERE action = 'connection.made' ORDER BY id DESC LIMIT 1`,
  );
  expect(event?.details).toMatchObject({ joined: true, verified_login: 'ada' });
});

test('the connection can end only itself: it cannot open or delete the workspace or end others', async () => {
  const { browser, consent, assertion } = await joined();
  const { body } = await bench.exchange((await bench.connect(browser, consent, assertion)).code);
  const mine = holding(body.access_token);
  const { connections } = await mine.call('list_connections', {});
  const [own, other] = connections;
  expect(await refusal(mine.call('delete_workspace', { confirm: await workspaceOf() }))).toMatchObject({ status: 403 });
  expect(await refusal(mine.call('open_workspace', {}))).toMatchObject({ status: 403 });
  expect(await refusal(mine.call('end_connection', { connection_id: other?.id ?? '' }))).toMatchObject({ status: 403 });
  expect(await mine.call('end_connection', { connection_id: own?.id ?? '' })).toMatchObject({ ended: true });
  expect(await refusal(mine.call('list_reviews', {}))).toMatchObject({ status: 401 });

  // The repository's own jobs hold the workspace, so they can end the connection of a person who lost write access.
  const left = await joined();
  const answer = await bench.exchange((await bench.connect(left.browser, left.consent, left.assertion)).code);
  const [newest] = (await holding(job).call('list_connections', {})).connections;
  expect(newest?.verified_login).toBe('ada');
  expect(await holding(job).call('end_connection', { connection_id: newest?.id ?? '' })).toMatchObject({ ended: true });
  expect(await refusal(holding(answer.body.access_token).call('list_reviews', {}))).toMatchObject({ status: 401 });
});

test('a person with read access is not offered the repository, and cannot choose it', async () => {
  const browser = newBrowser();
  const choice = await bench.signIn(browser, 'ben', await bench.ask(browser));
  expect(choice.heading).toBe('No repository to choose');
  expect(choice.html).not.toContain(shop.fullName);
  const tried = await bench.choose(browser, bench.service.url, shop.id);
  expect([tried.status, tried.location]).toEqual([403, '']);
});

test('a repository without a workspace explains what to do, and the other ways are offered', async () => {
  const { browser, consent, chosen } = await joined('ada', fresh.id);
  const page = await browser.go(chosen.location);
  expect(page.status).toBe(404);
  expect(page.html).toContain('acme/fresh has no workspace here yet');
  expect(offersPress(page)).toBe(false);
  const made = await bench.press(browser, { consent, choice: 'new' });
  expect(new URL(made.location).searchParams.get('code')).toMatch(/^slo_/);
});

test('a repeated press counts once, and once the client has its tokens there is nothing left to press', async () => {
  const { browser, consent, chosen, assertion } = await joined();
  const first = await bench.connect(browser, consent, assertion);
  const second = await bench.connect(browser, consent, assertion);
  expect(second.code).toBe(first.code);
  expect((await bench.exchange(first.code)).status).toBe(200);
  expect((await bench.connect(browser, consent, assertion)).pressed.heading).toBe('Already connected');
  expect((await browser.go(chosen.location)).heading).toBe('Already connected');
});

test('cancelling at GitHub or leaving without a choice leads back to the connect screen', async () => {
  const browser = newBrowser();
  const consent = await bench.ask(browser);
  const state = new URL(await bench.begin(browser, consent)).searchParams.get('state');
  const declined = await browser.go(`${bench.service.url}/sign-in/callback?error=access_denied&state=${state}`);
  const page = await browser.go(declined.location);
  expect(page).toMatchObject({ status: 403, heading: 'Not connected yet' });
  expect(page.html).toContain('You did not sign in with GitHub.');

  const choice = await bench.signIn(browser, 'ada', consent);
  const back = /<a href="([^"]+)" rel="noreferrer">Back/.exec(choice.html)?.[1]?.replaceAll('&#38;', '&') ?? '';
  expect(await browser.go(back)).toMatchObject({ status: 200, heading: 'Connect to Sightline?' });
  expect((await bench.press(browser, { consent, choice: 'back' })).heading).toBe('Connect to Sightline?');
});

test('an outage of GitHub at any step leads back to a screen whose other ways work', async () => {
  const browser = newBrowser();
  const consent = await bench.ask(browser);
  const back = await bench.people.authorize('ada', await bench.begin(browser, consent));
  const outage = async (work: () => Promise<{ location: string }>) => {
    bench.people.setOutage(true);
    const sent = await work();
    bench.people.setOutage(false);
    const page = await browser.go(sent.location);
    expect(page).toMatchObject({ status: 503, heading: 'Not connected yet' });
    expect(page.html).toContain('GitHub does not answer just now');
  };
  await outage(() => browser.go(back));
  await bench.signIn(browser, 'ada', consent);
  await outage(() => browser.go(`${bench.service.url}/sign-in/repositories`));
  await bench.signIn(browser, 'ada', consent);
  await outage(() => bench.choose(browser, bench.service.url, shop.id));
  const made = await bench.press(browser, { consent, choice: 'new' });
  expect(new URL(made.location).searchParams.get('code')).toMatch(/^slo_/);
});

test('many repositories are listed twenty at a time, those with reviews first, the rest by name', async () => {
  bench.people.addPerson('eve');
  for (let at = 0; at < 230; at += 1)
    bench.people.allow('eve', { fullName: `many/repo-${at}`, id: 9_000 + at, private: true }, 'write');
  const browser = newBrowser();
  const choice = await bench.signIn(browser, 'eve', await bench.ask(browser));
  expect(choice.html.match(/name="repository"/g)).toHaveLength(20);
  expect(choice.html).toContain('210 more');
  const found = await browser.go(`${bench.service.url}/sign-in/repositories?q=REPO-229`);
  expect(found.html.match(/<bdi>many\/[^<]+/g)).toEqual(['<bdi>many/repo-229']);
  const none = await browser.go(`${bench.service.url}/sign-in/repositories?q=%22%3E%3Cscript%3E`);
  expect(none.html).toContain('None of yours is called so.');
  expect(none.html).not.toContain('<script>');
});

test('viewing creates nothing: previews of every address on the way, GET and HEAD', async () => {
  const { browser, chosen } = await joined();
  const request = 'A'.repeat(43);
  const addresses = [
    chosen.location,
    `${bench.service.url}/sign-in/connect?request=${request}`,
    `${bench.service.url}/sign-in/repositories`,
    `${bench.service.url}/sign-in/callback?code=x&state=y`,
    `${bench.service.url}/oauth/authorize/github?request=${request}&outcome=back`,
  ];
  const before = await rowCounts(bench.service);
  for (const url of addresses)
    for (const method of ['GET', 'HEAD'])
      expect((await browser.go(url, { method })).status, `${method} ${url}`).toBeLessThan(500);
  expect(await rowCounts(bench.service)).toEqual(before);
});

test('only the App’s own answer to this request of this browser connects anything', async () => {
  const { service } = bench;
  const mine = await joined();
  const other = await joined();
  const [head = '', body = '', tail = ''] = mine.assertion.split('.');
  const claims = decodeJwt<{ request: string }>(mine.assertion);
  const forged = Buffer.from(JSON.stringify({ ...claims, repository_id: String(docs.id) })).toString('base64url');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const stranger = assertionsOf(service.url, { secretKey: 'a key of somebody else' });
  const owned = await stranger.signJoin({
    request: claims.request,
    userId: 4001,
    login: 'ada',
    issuer: bench.issuer.url,
    repository: { id: shop.id, fullName: shop.fullName, ownerId: 9 },
  });
  const codes = () => sql(service, 'SELECT 1 FROM oauth_code WHERE github_login IS NOT NULL');
  const before = (await codes()).length;
  const fromElsewhere = { ...mine, browser: newBrowser() };
  for (const [{ browser, consent }, assertion] of [
    [mine, ''],
    [mine, `${none}.${body}.`],
    [mine, `${head}.${forged}.${tail}`],
    [mine, owned],
    [mine, other.assertion],
    [fromElsewhere, mine.assertion],
  ] as const) {
    const page = await browser.go(`${service.url}/oauth/authorize/github?${new URLSearchParams({ assertion })}`);
    expect([page.status >= 400, offersPress(page)]).toEqual([true, false]);
    const { pressed, code } = await bench.connect(browser, consent, assertion);
    expect([code, pressed.location]).toEqual([null, '']);
  }
  for (const site of ['cross-site', 'none']) {
    const fields = { consent: mine.consent, choice: 'joined', assertion: mine.assertion };
    expect((await bench.press(mine.browser, fields, site)).status).toBe(403);
    expect((await bench.choose(mine.browser, service.url, shop.id, site)).status).toBe(403);
  }
  expect(await codes()).toHaveLength(before);
  clock.aheadMs = 321_000;
  expect((await bench.connect(mine.browser, mine.consent, mine.assertion)).code).toBeNull();
  const back = `${service.url}/oauth/authorize/github?${new URLSearchParams({ request: claims.request, outcome: 'back' })}`;
  clock.aheadMs = 1_799_000;
  expect((await mine.browser.go(back)).status).toBe(200);
  clock.aheadMs = 1_801_000;
  expect(await mine.browser.go(back)).toMatchObject({ status: 403, heading: 'This sign-in was not begun here' });
  clock.aheadMs = 0;
  expect(await newBrowser().go(back)).toMatchObject({ status: 403, heading: 'This sign-in was not begun here' });
  // The request itself stayed valid through all refusals; once used, it cannot serve another choice.
  const { code } = await bench.connect(mine.browser, mine.consent, mine.assertion);
  expect(code).toMatch(/^slo_/);
  await bench.press(mine.browser, { consent: mine.consent, choice: 'new' });
  expect((await bench.connect(mine.browser, mine.consent, mine.assertion)).pressed.status).toBe(403);

  const secrets = [mine.assertion, other.assertion, ...mine.browser.cookies.values(), ...bench.people.tokens()];
  const log = service.logged();
  expect(log).toContain('/oauth/authorize/github');
  for (const secret of [...secrets, bench.people.clientSecret]) expect(log.includes(secret)).toBe(false);
});

test('the connection ends after 30 days with all its tokens, and the client has to sign in again', async () => {
  const { browser, consent, assertion } = await joined();
  const first = await bench.exchange((await bench.connect(browser, consent, assertion)).code);
  const client_id = await bench.client();
  const refresh = (token: unknown) =>
    postForm(`${bench.service.url}/oauth/token`, {
      grant_type: 'refresh_token',
      client_id,
      refresh_token: String(token),
    });
  try {
    clock.aheadMs = 30 * DAY_MS - 600_000;
    const late = await refresh(first.body.refresh_token);
    expect(late.status).toBe(200);
    expect(late.body.expires_in).toBeLessThanOrEqual(600);
    const repeated = await refresh(first.body.refresh_token);
    expect(repeated.body.access_token).toBe(late.body.access_token);
    expect(repeated.body.expires_in).toBeLessThanOrEqual(Number(late.body.expires_in));
    expect(await holding(late.body.access_token).call('list_reviews', {})).toBeTruthy();
    clock.aheadMs = 30 * DAY_MS + 1000;
    expect(await refusal(holding(late.body.access_token).call('list_reviews', {}))).toMatchObject({ status: 401 });
    const over = await refresh(late.body.refresh_token);
    expect([over.status, over.body.error]).toEqual([400, 'invalid_grant']);
    const later = await bench.job(shop.fullName, shop.id);
    const { connections } = await holding(later).call('list_connections', {});
    expect(connections.map(({ client_name: name }) => name)).toEqual([shop.fullName]);
  } finally {
    clock.aheadMs = 0;
  }
});
