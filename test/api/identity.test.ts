import { randomUUID } from 'node:crypto';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createVouches } from '../../server/adapters/vouch/index.ts';
import { joinType, vouchType } from '../../server/contract/identity.ts';
import type { Review } from '../../server/contract/review.ts';
import { type Caller, decide, mark, review, reviewerOf } from '../support/factories.ts';
import { startHttpServer } from '../support/servers.ts';
import { startService, type TestService } from '../support/service.ts';
import { refusal } from './support/faces.ts';
import { sql } from './support/sql.ts';

const pair = () => generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
const keys = await pair();
const others = await pair();
const kid = 'the-app';
let now = () => new Date();
let appDown = false;
let keyReads = 0;
const app = await startHttpServer(async (request, response) => {
  keyReads += 1;
  if (appDown || request.url !== '/.well-known/jwks.json') return void response.writeHead(503).end();
  const jwk = { ...(await exportJWK(keys.publicKey)), kid, alg: 'EdDSA', use: 'sig' };
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }));
});
const appUrl = app.origin;
let service: TestService;
let client: Caller;
beforeAll(async () => {
  service = await startService({ APP_URL: appUrl }, () => now());
  client = await service.newClient();
});
afterAll(async () => {
  await service.close();
  await app.close();
});

interface Forgery {
  claims?: Record<string, unknown>;
  header?: Record<string, string>;
  key?: Parameters<SignJWT['sign']>[0];
}

const claimsOf = (of: Review, more: Record<string, unknown> = {}): JWTPayload => {
  const at = Math.floor(now().getTime() / 1000);
  const about = { login: 'ada', review_id: of.id, sub: '4711', jti: randomUUID() };
  return { iss: appUrl, aud: service.url, iat: at, exp: at + 300, ...about, ...more };
};
const vouch = (of: Review, { claims, header, key = keys.privateKey }: Forgery = {}): Promise<string> =>
  new SignJWT(claimsOf(of, claims)).setProtectedHeader({ alg: 'EdDSA', kid, typ: vouchType, ...header }).sign(key);

const identify = (of: Review, assertion: string) => reviewerOf(of).call('identify', { assertion });
const signIn = async (of: Review, login = 'ada') =>
  (await identify(of, await vouch(of, { claims: { login } }))).identity;

describe('a person the App vouches for', () => {
  test('decides under their login', async () => {
    const made = await review(client);
    const told = await identify(made, await vouch(made));
    expect(told).toMatchObject({ login: 'ada', review_id: made.id });
    expect(Date.parse(told.expires_at) - now().getTime()).toBeLessThanOrEqual(8 * 3_600_000);
    const { review: decided } = await decide(made, 'approved', { name: 'Somebody', identity: told.identity });
    expect(decided.decision).toMatchObject({ verified_login: 'ada', via: 'sign_in', decided_by: 'Somebody' });
    const [event] = await sql<{ details: Record<string, unknown> }>(
      service,
      "SELECT details FROM audit_event WHERE review_id = $1 AND action = 'decision.made'",
      [made.id],
    );
    expect(event?.details.verified_login).toBe('ada');
    expect(service.logged()).not.toContain(told.identity);
  });

  test('confirms what somebody with the link said, once; without a sign-in it is the decision already', async () => {
    const made = await review(client);
    await reviewerOf(made).call('place_mark', mark({ must_fix: true }));
    await decide(made, 'approved', { settle: [{ mark_id: 1, as: 'verified' }] });
    expect((await refusal(decide(made, 'approved', { name: 'Again' }))).status).toBe(409);
    const identity = await signIn(made);
    const { review: now } = await decide(made, 'approved', { identity });
    expect(now.decision).toMatchObject({ number: 2, verified_login: 'ada' });
    expect((await refusal(decide(made, 'approved', { identity, name: 'Again' }))).status).toBe(409);
    // Taking it back takes back what the first of the two had settled.
    const { review: after } = await decide(made, 'changes_requested', { identity });
    expect(after.marks[0]?.status).toBe('open');
  });

  test('whose answer was lost sends the same once more', async () => {
    const made = await review(client);
    const identity = await signIn(made);
    const input = { outcome: 'approved', after_decision: 0, identity } as const;
    await reviewerOf(made).call('decide', input);
    expect((await reviewerOf(made).call('decide', input)).review.decision?.number).toBe(1);
  });

  test('signs in again after eight hours, and is told so', async () => {
    const made = await review(client);
    const identity = await signIn(made);
    const later = new Date(now().getTime() + 8 * 3_600_000);
    now = () => later;
    try {
      const refused = await refusal(decide(made, 'approved', { identity }));
      expect(refused).toMatchObject({ status: 403, body: { error: 'forbidden' } });
      expect(refused.body.message).toContain('sign in');
    } finally {
      now = () => new Date();
    }
    expect((await reviewerOf(made).call('read_review', {})).review.decision).toBeNull();
  });
});

test('the App out of reach is no refusal: the same assertion is taken afterwards', async () => {
  const made = await review(client);
  const assertion = await vouch(made);
  // A service that has not read the keys yet.
  const vouches = createVouches({
    ...{ appUrl, keysPath: '/.well-known/jwks.json', audience: service.url, readOwnKeys: null, clock: now },
    ...{ types: { review: vouchType, join: joinType }, mostSeconds: 600 },
  });
  appDown = true;
  const failed = await vouches.verify(assertion).catch((error: unknown) => error);
  expect(vouches.isRefused(failed)).toBe(false);
  appDown = false;
  expect((await vouches.verify(assertion)).login).toBe('ada');
  expect((await identify(made, assertion)).login).toBe('ada');
});

test('keys are never read over http from another machine', async () => {
  const before = keyReads;
  const vouches = createVouches({
    ...{ appUrl: 'http://app.example.com', keysPath: '/keys', audience: service.url, readOwnKeys: null, clock: now },
    ...{ types: { review: vouchType, join: joinType }, mostSeconds: 600 },
  });
  const failed = await vouches.verify(await vouch(await review(client))).catch((error: Error) => error);
  expect(failed).toMatchObject({ message: expect.stringContaining('https') });
  expect(keyReads).toBe(before);
});

test('what is no sign-in of this review gives no identity, and no identity is passed over', async () => {
  const [made, other] = [await review(client), await review(client)];
  const used = await vouch(made);
  await identify(made, used);
  const spki = new TextEncoder().encode(await exportSPKI(keys.publicKey));
  const raw = Buffer.from(String((await exportJWK(keys.publicKey)).x), 'base64url');
  const at = Math.floor(Date.now() / 1000);
  const changed = async () => {
    const [head, , tail] = (await vouch(made)).split('.');
    const payload = Buffer.from(JSON.stringify(claimsOf(made, { login: 'root' }))).toString('base64url');
    return `${head}.${payload}.${tail}`;
  };
  const attacks: [string, () => Promise<string>][] = [
    ['used before', async () => used],
    ['of another review', () => vouch(other)],
    ['of a review it does not name', () => vouch(made, { claims: { review_id: undefined } })],
    ['for another audience', () => vouch(made, { claims: { aud: 'https://elsewhere.example.com' } })],
    ['for two audiences', () => vouch(made, { claims: { aud: [service.url, 'https://elsewhere.example.com'] } })],
    ['for an audience that begins as ours', () => vouch(made, { claims: { aud: `${service.url}.example.com` } })],
    ['by another issuer', () => vouch(made, { claims: { iss: 'https://elsewhere.example.com' } })],
    ['signed by another key', () => vouch(made, { key: others.privateKey })],
    [
      'signed by another key under a name of its own',
      () => vouch(made, { key: others.privateKey, header: { kid: 'x' } }),
    ],
    ['changed after signing', changed],
    ['unsigned (alg none)', async () => new UnsecuredJWT(claimsOf(made)).encode()],
    ['HS256 with the public key as PEM', () => vouch(made, { key: spki, header: { alg: 'HS256' } })],
    ['HS256 with the public key as bytes', () => vouch(made, { key: raw, header: { alg: 'HS256' } })],
    ['of another kind of token', () => vouch(made, { header: { typ: 'JWT' } })],
    ['expired', () => vouch(made, { claims: { iat: at - 500, exp: at - 60 } })],
    ['issued in the future', () => vouch(made, { claims: { iat: at + 120, exp: at + 400 } })],
    ['issued long ago with a late end', () => vouch(made, { claims: { iat: at - 3600, exp: at + 60 } })],
    ['living longer than ten minutes', () => vouch(made, { claims: { iat: at, exp: at + 3600 } })],
    ['without an end', () => vouch(made, { claims: { exp: undefined } })],
    ['without an id of its own', () => vouch(made, { claims: { jti: undefined } })],
    ['with a login that is markup', () => vouch(made, { claims: { login: '<img src=x>' } })],
    ['not a token', async () => 'vouch for me'],
  ];
  const rows: { attack: string; outcome: string }[] = [];
  for (const [attack, forge] of attacks) {
    const refused = await refusal(identify(made, await forge()));
    expect(refused, attack).toMatchObject({ status: 403, body: { error: 'forbidden' } });
    expect(refused.body.message, attack).toContain('sign in');
    rows.push({ attack: `assertion ${attack}`, outcome: `${refused.status}, no identity` });
  }
  const mine = await signIn(made);
  const identities: [string, string][] = [
    ['of another review', await signIn(other)],
    ['made up', 'AAAA'],
    ['cut short', mine.slice(0, -6)],
    ['with a bit changed', mine.slice(0, 80) + (mine[80] === 'A' ? 'B' : 'A') + mine.slice(81)],
    ['that is an assertion', await vouch(made)],
  ];
  for (const [attack, identity] of identities) {
    const refused = await refusal(decide(made, 'approved', { identity }));
    expect(refused, attack).toMatchObject({ status: 403, body: { error: 'forbidden' } });
    rows.push({ attack: `identity ${attack}`, outcome: `${refused.status}, nothing decided` });
  }
  expect((await refusal(decide(made, 'approved', { identity: '' }))).status).toBe(422);
  rows.push({ attack: 'identity empty', outcome: '422, nothing decided' });
  expect((await reviewerOf(made).call('read_review', {})).review.decision).toBeNull();
  console.log(rows.map(({ attack, outcome }) => `${attack} → ${outcome}`).join('\n'));
});

test('ten exchanges of one assertion at once give one identity', async () => {
  const made = await review(client);
  const assertion = await vouch(made);
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => identify(made, assertion)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a service without an App takes nobody’s word', async () => {
  const alone = await startService({ DATABASE_URL: service.databaseUrl });
  try {
    const made = await review(await alone.newClient());
    const refused = await refusal(reviewerOf(made).call('identify', { assertion: await vouch(made) }));
    expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining('no GitHub App') } });
  } finally {
    await alone.close();
  }
});
