import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { exportJWK, exportSPKI, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { assertionTypes } from '../../server/adapters/identity-assertion/index.ts';
import { deriveKeys } from '../../server/adapters/identity-assertion/keys.ts';
import type { Review } from '../../server/contract/review.ts';
import { appEnvironment, SECRET_KEY } from '../support/app.ts';
import { base64, decide, mark, review, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { refusal } from './support/rest-and-mcp.ts';
import { sql } from './support/sql.ts';

const [key] = deriveKeys(SECRET_KEY);
const strangers = generateKeyPairSync('ed25519').privateKey;
let now = () => new Date();
const service = await startService(appEnvironment, () => now());
const client = await service.newClient();

interface Forgery {
  claims?: Record<string, unknown>;
  header?: Record<string, string>;
  key?: Parameters<SignJWT['sign']>[0];
}

const claimsOf = (of: Review, more: Record<string, unknown> = {}): JWTPayload => {
  const at = Math.floor(now().getTime() / 1000);
  const about = { login: 'ada', review_id: of.id, sub: '4711', jti: randomUUID() };
  return { iss: service.url, aud: service.url, iat: at, exp: at + 300, ...about, ...more };
};
const sign = (of: Review, { claims, header, key: by = key.privateKey }: Forgery = {}): Promise<string> =>
  new SignJWT(claimsOf(of, claims))
    .setProtectedHeader({ alg: 'EdDSA', kid: key.id, typ: assertionTypes.review, ...header })
    .sign(by);

const identify = (of: Review, assertion: string) => reviewerOf(of).call('identify', { assertion });
const signIn = async (of: Review, login = 'ada') =>
  (await identify(of, await sign(of, { claims: { login } }))).identity;

describe('a person whom the App confirms', () => {
  test('decides under their GitHub login', async () => {
    const made = await review(client);
    const told = await identify(made, await sign(made));
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

  test('confirms an unconfirmed decision once; without a sign-in, repeating it is refused', async () => {
    const made = await review(client);
    await reviewerOf(made).call('place_mark', mark({ must_fix: true }));
    await decide(made, 'approved', { settle: [{ mark_id: 1, as: 'verified' }] });
    expect((await refusal(decide(made, 'approved', { name: 'Again' }))).status).toBe(409);
    const identity = await signIn(made);
    const { review: now } = await decide(made, 'approved', { identity });
    expect(now.decision).toMatchObject({ number: 2, verified_login: 'ada' });
    expect((await refusal(decide(made, 'approved', { identity, name: 'Again' }))).status).toBe(409);
    // The new decision also withdraws what the first approval had settled.
    const { review: after } = await decide(made, 'changes_requested', { identity });
    expect(after.marks[0]?.status).toBe('open');
  });

  test('may send the same decision again after a lost answer', async () => {
    const made = await review(client);
    const identity = await signIn(made);
    const input = { outcome: 'approved', after_decision: 0, identity } as const;
    await reviewerOf(made).call('decide', input);
    expect((await reviewerOf(made).call('decide', input)).review.decision?.number).toBe(1);
  });

  test('has to sign in again after eight hours, and the refusal says so', async () => {
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

test('what was accepted with the link alone is not accepted by a person who signs in', async () => {
  const of = { repository: 'shop/web', name: 'visual', branch: 'main' };
  const commit = 'a'.repeat(40);
  const images = (colour: string) =>
    Promise.all(['Home', 'Cart'].map(async (label) => ({ label, image: await base64(colour) })));
  const { id: base_id } = await client.call('create_baseline', { ...of, commit, images: await images('#112233') });
  const request = async () => {
    const made = await review(client, { images: await images('#ddeeff'), base: { ...of, commits: [{ commit }] } });
    await expect.poll(async () => (await client.call('get_review', { id: made.id })).base?.compared).toBe(true);
    return made;
  };
  const [made, other] = [await request(), await request()];
  /** By whom the change of the first screenshot is approved, as another review sees it. */
  const approval = async () =>
    (await client.call('get_review', { id: other.id })).screenshots[0]?.base_change?.approved_in ?? null;
  await reviewerOf(made).call('place_mark', mark({ screenshot_index: 1 }));
  const accepted = { base_id, screenshots: [0] };
  await decide(made, 'changes_requested', { accepted });
  expect(await approval()).toMatchObject({ review_id: made.id, verified_login: null });

  const identity = await signIn(made);
  await decide(made, 'changes_requested', { identity });
  expect(await approval()).toBeNull();
  await decide(made, 'changes_requested', { identity, accepted });
  expect(await approval()).toMatchObject({ review_id: made.id, verified_login: 'ada' });
  await decide(made, 'changes_requested', { identity, accepted: { base_id, screenshots: [] } });
  expect(await approval()).toBeNull();
  const events = await sql<{ details: { accepted: number[] } }>(
    service,
    "SELECT details FROM audit_event WHERE review_id = $1 AND action = 'decision.made' ORDER BY at, id",
    [made.id],
  );
  expect(events.map(({ details }) => details.accepted)).toEqual([[0], [], [0], []]);
});

test('an invalid assertion gives no identity, and an invalid identity decides nothing', async () => {
  const [made, other] = [await review(client), await review(client)];
  const used = await sign(made);
  await identify(made, used);
  const spki = new TextEncoder().encode(await exportSPKI(key.publicKey));
  const raw = Buffer.from(String((await exportJWK(key.publicKey)).x), 'base64url');
  const at = Math.floor(Date.now() / 1000);
  const changed = async () => {
    const [head, , tail] = (await sign(made)).split('.');
    const payload = Buffer.from(JSON.stringify(claimsOf(made, { login: 'root' }))).toString('base64url');
    return `${head}.${payload}.${tail}`;
  };
  const attacks: [string, () => Promise<string>][] = [
    ['used before', async () => used],
    ['of another review', () => sign(other)],
    ['of a review it does not name', () => sign(made, { claims: { review_id: undefined } })],
    ['for another audience', () => sign(made, { claims: { aud: 'https://elsewhere.example.com' } })],
    ['for two audiences', () => sign(made, { claims: { aud: [service.url, 'https://elsewhere.example.com'] } })],
    ['for an audience that begins as ours', () => sign(made, { claims: { aud: `${service.url}.example.com` } })],
    ['by another issuer', () => sign(made, { claims: { iss: 'https://elsewhere.example.com' } })],
    ['signed by another key', () => sign(made, { key: strangers })],
    ['signed by another key under a name of its own', () => sign(made, { key: strangers, header: { kid: 'x' } })],
    ['changed after signing', changed],
    ['unsigned (alg none)', async () => new UnsecuredJWT(claimsOf(made)).encode()],
    ['HS256 with the public key as PEM', () => sign(made, { key: spki, header: { alg: 'HS256' } })],
    ['HS256 with the public key as bytes', () => sign(made, { key: raw, header: { alg: 'HS256' } })],
    ['of another kind of token', () => sign(made, { header: { typ: 'JWT' } })],
    ['expired', () => sign(made, { claims: { iat: at - 500, exp: at - 60 } })],
    ['issued in the future', () => sign(made, { claims: { iat: at + 120, exp: at + 400 } })],
    ['issued long ago with a late end', () => sign(made, { claims: { iat: at - 3600, exp: at + 60 } })],
    ['living longer than ten minutes', () => sign(made, { claims: { iat: at, exp: at + 3600 } })],
    ['without an end', () => sign(made, { claims: { exp: undefined } })],
    ['without an id of its own', () => sign(made, { claims: { jti: undefined } })],
    ['with a login that is markup', () => sign(made, { claims: { login: '<img src=x>' } })],
    ['not a token', async () => 'believe me'],
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
    ['that is an assertion', await sign(made)],
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

test('ten concurrent exchanges of one assertion give one identity', async () => {
  const made = await review(client);
  const assertion = await sign(made);
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => identify(made, assertion)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a service without an App accepts no assertion', async () => {
  const alone = await startService({ ROLE: 'web', DATABASE_URL: service.databaseUrl });
  const made = await review(await alone.newClient());
  const refused = await refusal(reviewerOf(made).call('identify', { assertion: await sign(made) }));
  expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining('no GitHub App') } });
});
