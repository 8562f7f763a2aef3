import { generateKeyPairSync, sign } from 'node:crypto';
import { decodeProtectedHeader, type JWTPayload, SignJWT } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { assertionTypes } from '../../../server/adapters/identity-assertion/index.ts';
import { CALLBACK, newBrowser, offersPress, startJoinBench } from '../../api/oauth/support/github-join.ts';
import { sql } from '../../api/support/sql.ts';
import { assertionsOf } from '../../support/app.ts';
import { stillClock } from '../../support/clock.ts';

const shop = { fullName: 'acme/shop', id: 601, private: true };
const other = { fullName: 'acme/other', id: 602, private: true };
const evil = { fullName: 'evil/repo', id: 666, private: true };

const clock = stillClock();
let refused = 0;
const bench = await startJoinBench(clock.now);
const { people } = bench;
people.addPerson('ada', 4001);
people.addPerson('mallory', 6666);
for (const each of [shop, other]) people.allow('ada', each, 'write');
people.allow('mallory', evil, 'write');
people.allow('mallory', shop, 'read');
for (const { fullName, id } of [shop, other, evil]) await bench.job(fullName, id);
afterAll(() => console.log(`a GitHub sign-in on the connect screen: ${refused} attacks, 0 codes`));

async function arrived(login = 'ada', repository = shop.id) {
  const browser = newBrowser();
  const consent = await bench.ask(browser);
  const { chosen, assertion } = await bench.arrive(browser, login, repository, consent);
  const request = String(claimsIn(assertion).request);
  return { browser, consent, chosen, assertion, request };
}
const claimsIn = (assertion: string): JWTPayload =>
  JSON.parse(Buffer.from(assertion.split('.')[1] ?? 'e30', 'base64url').toString());
const codes = async (): Promise<number> =>
  (
    await sql<{ n: number }>(bench.service, 'SELECT count(*)::int AS n FROM oauth_code WHERE github_login IS NOT NULL')
  )[0]?.n ?? -1;
const addressOf = (assertion: string) =>
  `${bench.service.url}/oauth/authorize/github?${new URLSearchParams({ assertion })}`;

/** Expects that the address shows no page with a button, and that a press makes no code. */
async function comesToNothing(
  attack: string,
  { browser, consent }: Pick<Awaited<ReturnType<typeof arrived>>, 'browser' | 'consent'>,
  assertion: string,
) {
  const before = await codes();
  const page = await browser.go(addressOf(assertion));
  expect(offersPress(page), attack).toBe(false);
  expect(page.status, attack).toBeGreaterThanOrEqual(400);
  const { pressed, code } = await bench.connect(browser, consent, assertion);
  expect([code, pressed.location], attack).toEqual([null, '']);
  expect(await codes(), attack).toBe(before);
  refused += 1;
}

test('assertions for another request, service or moment connect nothing', async () => {
  const mine = await arrived();
  const claims = claimsIn(mine.assertion);
  const header = decodeProtectedHeader(mine.assertion);
  const { iss, aud, sub, jti, iat, exp, ...said } = claims;
  const own = generateKeyPairSync('ed25519').privateKey;
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const bySomebody = (head: object, body: JWTPayload) => {
    const text = `${encode({ ...header, ...head })}.${encode(body)}`;
    return `${text}.${sign(null, Buffer.from(text), own).toString('base64url')}`;
  };
  // Signed with the App’s true key, as if the App had issued it by deception, elsewhere or about something else.
  const app = assertionsOf(bench.service.url);
  const truly = (over: Partial<Parameters<typeof app.signJoin>[0]>, by = app) =>
    by.signJoin({
      request: mine.request,
      userId: 4001,
      login: 'ada',
      issuer: bench.issuer.url,
      repository: { id: shop.id, fullName: shop.fullName, ownerId: 9 },
      ...over,
    });
  const [head = '', , signature = ''] = mine.assertion.split('.');
  const attacks: Record<string, string> = {
    'nothing at all': '',
    'no JWT': 'x'.repeat(200),
    'alg none': `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`,
    'signed by somebody else under the App’s kid': bySomebody({}, claims),
    'signed by somebody else under a kid of their own': bySomebody({ kid: 'mine' }, claims),
    'with a key of its own inside': bySomebody({ jwk: { kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43) } }, claims),
    'HS256 with the published key': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: String(header.kid), typ: assertionTypes.join })
      .sign(new TextEncoder().encode('A'.repeat(43))),
    'another repository put into it': `${head}.${encode({ ...claims, repository_id: String(other.id) })}.${signature}`,
    'another person put into it': `${head}.${encode({ ...claims, login: 'root' })}.${signature}`,
    'the App’s word for a reviewer': await app.signReview({
      reviewId: 'A'.repeat(26),
      userId: 4001,
      login: 'ada',
    }),
    'for another request': await truly({ request: 'A'.repeat(43) }),
    'for another service': await truly({}, assertionsOf(bench.service.url, { audience: 'https://elsewhere.example' })),
    'of another App': await truly({}, assertionsOf(bench.service.url, { issuer: 'https://app.example' })),
    'of the same id at another GitHub': await truly({ issuer: 'https://token.actions.example' }),
    'of a repository without a workspace': await truly({ repository: { id: 999, fullName: 'acme/none', ownerId: 9 } }),
    'a name that is none': await truly({ repository: { id: shop.id, fullName: 'acme/<script>', ownerId: 9 } }),
    'a login that is none': await truly({ login: '@everyone, press' }),
  };
  for (const [attack, assertion] of Object.entries(attacks)) await comesToNothing(attack, mine, assertion);
  expect([iss, aud, sub, typeof jti, header.typ === assertionTypes.review, said.request]).toEqual([
    bench.service.url,
    bench.service.url,
    '4001',
    'string',
    false,
    mine.request,
  ]);
  expect(Number(exp) - Number(iat)).toBe(300);
  try {
    clock.aheadMs = 321_000;
    await comesToNothing('expired', mine, mine.assertion);
  } finally {
    clock.aheadMs = 0;
  }
  // The request itself was valid all the time.
  expect((await bench.connect(mine.browser, mine.consent, mine.assertion)).code).toMatch(/^slo_/);
});

test('a used assertion is refused for any other request, and after another choice', async () => {
  const first = await arrived();
  const { code } = await bench.connect(first.browser, first.consent, first.assertion);
  const second = await arrived();
  await comesToNothing('replayed for another request of the same browser', second, first.assertion);
  // The person changes their mind, and somebody presses the old page again.
  const made = await bench.press(first.browser, { consent: first.consent, choice: 'new' });
  expect(new URL(made.location).searchParams.get('code')).toBe(code);
  const again = await bench.connect(first.browser, first.consent, first.assertion);
  expect([again.code, again.pressed.status]).toEqual([null, 403]);
  refused += 1;
  const { body } = await bench.exchange(code);
  const [row] = await sql<{ login: string | null }>(
    bench.service,
    `SELECT github_login AS login FROM connection ORDER BY id DESC LIMIT 1`,
  );
  expect([typeof body.access_token, row?.login]).toEqual(['string', null]);
});

test('no browser can continue a sign-in that another began, even with its address', async () => {
  const mallory = await arrived('mallory', evil.id);
  const victim = await arrived('ada', shop.id);
  const bare = { browser: newBrowser(), consent: victim.consent };
  await comesToNothing('the attacker’s finished sign-in, opened by a victim', bare, mallory.assertion);
  await comesToNothing('the same by a victim who is connecting a client', victim, mallory.assertion);
  await comesToNothing('the victim’s finished sign-in, in the attacker’s hands', mallory, victim.assertion);
  await comesToNothing(
    'the same with the victim’s consent state as well',
    { ...mallory, consent: victim.consent },
    victim.assertion,
  );

  // The attacker’s client asks, and the victim is sent to sign in for it.
  const asking = newBrowser();
  const consent = await bench.ask(asking);
  const sent = await bench.press(asking, { consent, choice: 'github' });
  const led = newBrowser();
  const gitHub = (await led.go(sent.location)).location;
  const back = await led.go(await bench.people.authorize('ada', gitHub));
  await led.go(back.location);
  const chosen = await bench.choose(led, bench.service.url, shop.id);
  const page = await led.go(chosen.location);
  expect([page.status, page.heading, offersPress(page)]).toEqual([403, 'This sign-in was not begun here', false]);
  refused += 1;
  // The address alone does not help the attacker: no other browser has the consent state, cookie and assertion.
  const stolen = new URL(chosen.location).searchParams.get('assertion') ?? '';
  await comesToNothing('the attacker’s consent state in the victim’s browser', { browser: led, consent }, stolen);
  // With all three it is the attacker’s own browser. The page then names who signed in, and for what.
  const named = await asking.go(addressOf(stolen));
  for (const said of ['@ada', shop.fullName, CALLBACK]) expect(named.html).toContain(said);

  // The way back through GitHub is tied to a browser as well.
  const begun = newBrowser();
  const state = new URL(await bench.begin(begun, await bench.ask(begun)));
  const callback = await bench.people.authorize('mallory', state.toString());
  const forced = await newBrowser().go(callback);
  expect([forced.status, forced.location]).toEqual([400, '']);
  refused += 1;
});

test('a person can choose only repositories to which they can write at that moment', async () => {
  const browser = newBrowser();
  await bench.signIn(browser, 'mallory', await bench.ask(browser));
  for (const id of [shop.id, other.id, 0, -1, Number.NaN]) {
    const chosen = await bench.choose(browser, bench.service.url, id);
    expect([chosen.status, chosen.location], String(id)).toEqual([403, '']);
    refused += 1;
  }
  bench.people.allow('ada', evil, 'write');
  await bench.signIn(browser, 'ada', await bench.ask(browser));
  bench.people.disallow('ada', evil.fullName);
  expect((await bench.choose(browser, bench.service.url, evil.id)).status).toBe(403);
  const changed = newBrowser();
  changed.cookies.set('__Host-sightline-person', `${'A'.repeat(8)}.AAAA.AAAA.AAAA`);
  expect((await bench.choose(changed, bench.service.url, shop.id)).status).toBe(400);
  refused += 2;
});

test('no parameter leads to another site', async () => {
  const outs = ['https://evil.example', '//evil.example', 'javascript:alert(1)', 'A'.repeat(43)];
  const allowed = [bench.service.url, bench.people.url].map((url) => new URL(url).origin);
  const names = ['request', 'assertion', 'outcome', 'next', 'redirect_uri', 'return_to', 'q', 'code', 'state'];
  const paths = ['/sign-in/connect', '/sign-in/repositories', '/sign-in/callback', '/oauth/authorize/github'];
  let tried = 0;
  const mine = newBrowser();
  await bench.signIn(mine, 'ada', await bench.ask(mine));
  for (const path of paths)
    for (const name of names)
      for (const value of outs) {
        const answer = await mine.go(`${bench.service.url}${path}?${new URLSearchParams({ [name]: value })}`);
        const origin = answer.location === '' ? null : new URL(answer.location, bench.service.url).origin;
        expect(origin === null || allowed.includes(origin), `${path} ${name}=${value}`).toBe(true);
        expect(answer.html, `${path} ${name}=${value}`).not.toContain('href="https://evil.example');
        expect(answer.html).not.toContain('href="javascript:');
        tried += 1;
      }
  refused += tried;
});

test('the workspace is deleted before the page, before the press, or before the exchange', async () => {
  const gone = { fullName: 'acme/gone', id: 640, private: true };
  bench.people.allow('ada', gone, 'write');
  const drop = () =>
    sql(
      bench.service,
      `WITH b AS (DELETE FROM repository_workspace WHERE repository_id = $1 RETURNING workspace_id)
       DELETE FROM oauth_code WHERE workspace_id IN (SELECT workspace_id FROM b)`,
      [String(gone.id)],
    );
  await bench.job(gone.fullName, gone.id);
  const early = await arrived('ada', gone.id);
  await drop();
  await comesToNothing('deleted before the page', early, early.assertion);

  await bench.job(gone.fullName, gone.id);
  const pressing = await arrived('ada', gone.id);
  expect(offersPress(await pressing.browser.go(pressing.chosen.location))).toBe(true);
  await drop();
  await comesToNothing('deleted before the press', pressing, pressing.assertion);

  await bench.job(gone.fullName, gone.id);
  const late = await arrived('ada', gone.id);
  const { code } = await bench.connect(late.browser, late.consent, late.assertion);
  await drop();
  await bench.job(gone.fullName, gone.id);
  expect(await bench.exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  refused += 1;
});

test('one address may begin twenty sign-ins in ten minutes', async () => {
  const browser = newBrowser();
  const statuses: number[] = [];
  // Twenty more in case the ten minutes end in between.
  for (let at = 0; at < 41 && statuses.at(-1) !== 429; at += 1) {
    const consent = await bench.ask(browser);
    statuses.push((await bench.press(browser, { consent, choice: 'github' })).status);
  }
  expect(statuses.length).toBeGreaterThan(20);
  expect(statuses).toEqual([...Array(statuses.length - 1).fill(303), 429]);
});
