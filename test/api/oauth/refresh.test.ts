import { beforeEach, expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { fillLimits } from '../support/fill-limits.ts';
import { forgetLimits, sql } from '../support/sql.ts';
import { type Answer, oauthClient, postForm } from './support/oauth-client.ts';
import { connectPair, invalid, pairOf, refused } from './support/token-pairs.ts';

/** The service's clock stands still; tests set it. */
let now = Date.now();
const DAY_MS = 86_400_000;

const service = await startService({ ROLE: 'web' }, () => new Date(now));
const client = oauthClient(service.url);
beforeEach(() => forgetLimits(service));

const connect = () => connectPair(client);

test('each refresh replaces both tokens; the earlier access token stays valid for its hour', async () => {
  const { first, refresh } = await connect();
  now += 30 * DAY_MS;
  const second = pairOf(await refresh(first.refresh));
  now += 30 * DAY_MS;
  const third = pairOf(await refresh(second.refresh));
  const next = pairOf(await refresh(third.refresh));
  expect(new Set([first, second, third, next].flatMap(({ access, refresh }) => [access, refresh])).size).toBe(8);
  expect([await client.knock(third.access), await client.knock(next.access)]).toEqual(['200', '200']);
});

test('a lost answer is repeated once within 60 seconds, even if the new token was used meanwhile', async () => {
  const { first, refresh } = await connect();
  const second = pairOf(await refresh(first.refresh));
  const third = pairOf(await refresh(second.refresh));
  now += 60_000;
  const again = await refresh(first.refresh);
  expect(pairOf(again)).toEqual(second);
  expect(again.body.expires_in).toBe(3600 - 60);
  expect(refused(await refresh(first.refresh))).toEqual(invalid);
  expect(await client.knock(third.access)).toBe('200');
  pairOf(await refresh(third.refresh));
});

test('a token used later than that has leaked: the whole connection ends, however many refreshes later', async () => {
  const { first, refresh } = await connect();
  const second = pairOf(await refresh(first.refresh));
  expect(pairOf(await refresh(first.refresh))).toEqual(second);
  const third = pairOf(await refresh(second.refresh));
  now += 60_001;
  expect(refused(await refresh(first.refresh))).toEqual(invalid);
  for (const { access } of [first, second, third]) expect(await client.knock(access)).toBe('401 invalid_token');
  for (const token of [first, second, third]) expect(refused(await refresh(token.refresh))).toEqual(invalid);
});

test('a refresh token is valid for 60 days unless it is replaced before', async () => {
  const [early, late] = [await connect(), await connect()];
  now += 60 * DAY_MS - 1;
  pairOf(await early.refresh(early.first.refresh));
  now += 1;
  expect(refused(await late.refresh(late.first.refresh))).toEqual(invalid);
});

test('a token of another client, or an invalid one, gets nothing and ends nothing', async () => {
  const { first, refresh, client_id } = await connect();
  const other = await client.register();
  const last = first.refresh.endsWith('A') ? 'B' : 'A';
  const cases: [string, Promise<Answer>, string][] = [
    ['another client', client.refresh(other, first.refresh), 'invalid_grant'],
    ['another kind of client', client.refresh('https://client.example/m.json', first.refresh), 'invalid_grant'],
    ['no client', client.token({ grant_type: 'refresh_token', refresh_token: first.refresh }), 'invalid_request'],
    ['an access token', refresh(first.access), 'invalid_grant'],
    ['a try token', refresh((await service.newClient()).token), 'invalid_grant'],
    ['a typo', refresh(`${first.refresh.slice(0, -1)}${last}`), 'invalid_grant'],
    ['no token', client.token({ grant_type: 'refresh_token', client_id }), 'invalid_request'],
    [
      'another resource',
      client.refresh(client_id, first.refresh, { resource: 'https://evil.example' }),
      'invalid_target',
    ],
    [
      'a code for a token',
      client.exchange({ client_id, code: first.refresh, code_verifier: 'x'.repeat(43) }),
      'invalid_grant',
    ],
  ];
  for (const [what, answer, error] of cases) expect([what, ...refused(await answer)]).toEqual([what, 400, error]);
  expect(await client.knock(first.access)).toBe('200');
  const more = { resource: `${service.url}/mcp/sightline`, scope: 'mcp:use admin everything' };
  pairOf(await client.refresh(client_id, first.refresh, more));
  // A client that was deleted gets `invalid_client`, and registers again.
  const forgotten = await connect();
  await sql(service, 'DELETE FROM oauth_client WHERE id = $1', [forgotten.client_id]);
  expect(refused(await forgotten.refresh(forgotten.first.refresh))).toEqual([400, 'invalid_client']);
});

test('a client may call MCP 120 times a minute and refresh 120 times an hour, even with new tokens', async () => {
  const [{ first, refresh }, other] = [await connect(), await connect()];
  const ask = async (bearer: string): Promise<number> => {
    const headers = {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    return (await fetch(`${service.url}/mcp/sightline`, { method: 'POST', headers, body })).status;
  };
  expect(await ask(first.access)).toBe(200);
  const second = pairOf(await refresh(first.refresh));
  await fillLimits(service, 120);
  expect([await ask(second.access), await ask(other.first.access)]).toEqual([429, 200]);
  const third = await refresh(second.refresh);
  expect(refused(third)).toEqual([429, 'temporarily_unavailable']);
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
  pairOf(await other.refresh(other.first.refresh));
});

test('revoking an access token ends that token, revoking a refresh token ends its connection', async () => {
  const ok = async (fields: Record<string, string>) => {
    const { status, headers, body } = await client.revoke(fields);
    expect([status, headers.get('cache-control'), body]).toEqual([200, 'no-store', {}]);
  };
  const { first, refresh, client_id } = await connect();
  const other = await client.connect({ clientId: client_id });
  await ok({ token: first.access, client_id });
  expect(await client.knock(first.access)).toBe('401 invalid_token');
  const second = pairOf(await refresh(first.refresh));
  expect(await client.knock(second.access)).toBe('200');
  // A replaced refresh token also ends the connection, whatever the hint says, and can be revoked again.
  for (const more of [{ token_type_hint: 'access_token' }, {}]) await ok({ token: first.refresh, client_id, ...more });
  expect(await client.knock(second.access)).toBe('401 invalid_token');
  expect(refused(await refresh(second.refresh))).toEqual(invalid);

  // Unknown tokens, tokens of other clients and try tokens are ignored, with the same answer.
  const owner = await service.newClient();
  for (const token of ['x', 'slr_x', `${other.refresh_token}x`, owner.token, 'x'.repeat(10_000)]) {
    await ok({ token, client_id });
  }
  const stranger = await client.register();
  for (const token of [other.access_token, other.refresh_token]) await ok({ token, client_id: stranger });
  for (const token of [other.access_token, owner.token]) expect(await client.knock(token)).toBe('200');
  expect((await client.refresh(client_id, other.refresh_token)).status).toBe(200);

  const url = `${service.url}/oauth/revoke`;
  for (const [fields, headers, status, error] of [
    ['', {}, 400, 'invalid_request'],
    ['token=a&token=b', {}, 400, 'invalid_request'],
    ['{"token":"x"}', { 'content-type': 'application/json' }, 400, 'invalid_request'],
    ['token=x', { authorization: 'Basic eDp5' }, 401, 'invalid_client'],
  ] as const) {
    const answer = await postForm(url, fields, headers);
    expect([fields, answer.status, answer.body.error]).toEqual([fields, status, error]);
  }
  expect((await fetch(url)).status).toBe(405);
  await fillLimits(service, 600);
  const { status, headers } = await client.revoke({ token: 'x' });
  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
});
