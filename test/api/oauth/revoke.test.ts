import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';
import { haveAsked } from '../support/have-asked.ts';
import { sql } from '../support/sql.ts';
import { oauthClient, postForm } from './support/oauth-client.ts';

let service: TestService;
let client: ReturnType<typeof oauthClient>;
beforeAll(async () => {
  service = await startService();
  client = oauthClient(service.url);
});
afterAll(() => service.close());
beforeEach(() => sql(service, 'DELETE FROM rate_window'));

const ok = async (fields: Record<string, string | undefined>) => {
  const { status, headers, body } = await client.revoke(fields);
  expect([status, headers.get('cache-control'), body]).toEqual([200, 'no-store', {}]);
};

test('giving up an access token ends it alone', async () => {
  const { client_id, access_token, refresh_token } = await client.connect();
  await ok({ token: access_token, client_id });
  expect(await client.knock(access_token)).toBe('401 invalid_token');
  const next = await client.refresh(client_id, refresh_token);
  expect([next.status, await client.knock(String(next.body.access_token))]).toEqual([200, '200']);
});

test('giving up a refresh token ends the connection, whatever the hint says', async () => {
  const { client_id, access_token, refresh_token } = await client.connect();
  const other = await client.connect({ clientId: client_id });
  await ok({ token: refresh_token, client_id, token_type_hint: 'access_token' });
  expect(await client.knock(access_token)).toBe('401 invalid_token');
  expect((await client.refresh(client_id, refresh_token)).body.error).toBe('invalid_grant');
  expect(await client.knock(other.access_token)).toBe('200');
  // Again, as whoever has not heard the answer does.
  await ok({ token: refresh_token, client_id });
});

test('a refresh token that was replaced ends the connection too: whoever holds it held all of it', async () => {
  const { client_id, refresh_token } = await client.connect();
  const next = await client.refresh(client_id, refresh_token);
  await ok({ token: refresh_token });
  expect(await client.knock(String(next.body.access_token))).toBe('401 invalid_token');
});

test('what is not known, or not this client’s, or no token of a connection, is let be and answered the same', async () => {
  const [mine, theirs] = [await client.connect(), await client.connect()];
  const owner = await service.newClient();
  for (const token of [
    'x',
    'é',
    'slr_x',
    `${theirs.refresh_token}x`,
    theirs.refresh_token.replace('slr_', 'sla_'),
    `slr_${'a'.repeat(49)}`,
    'x'.repeat(10_000),
    owner.token,
    theirs.access_token,
    theirs.refresh_token,
  ]) {
    await ok({ token, client_id: mine.client_id });
  }
  for (const token of [mine.access_token, theirs.access_token, owner.token])
    expect(await client.knock(token)).toBe('200');
  expect((await client.refresh(theirs.client_id, theirs.refresh_token)).status).toBe(200);
});

test('what is no request is told so', async () => {
  const url = `${service.url}/oauth/revoke`;
  for (const [fields, headers, status, error] of [
    ['', {}, 400, 'invalid_request'],
    ['token=', {}, 400, 'invalid_request'],
    ['token=a&token=b', {}, 400, 'invalid_request'],
    ['token=%00', {}, 400, 'invalid_request'],
    ['{"token":"x"}', { 'content-type': 'application/json' }, 400, 'invalid_request'],
    ['token=x', { authorization: 'Basic eDp5' }, 401, 'invalid_client'],
  ] as const) {
    const answer = await postForm(url, fields, headers);
    expect([fields, answer.status, answer.body.error]).toEqual([fields, status, error]);
  }
  expect((await fetch(url)).status).toBe(405);
  expect((await fetch(`${service.url}/oauth/token`)).status).toBe(405);
});

test('one address is held to 600 requests a minute', async () => {
  const limited = await startService();
  try {
    const send = () => oauthClient(limited.url).revoke({ token: 'x' });
    await send();
    await haveAsked(limited, 600);
    const { status, headers } = await send();
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
  } finally {
    await limited.close();
  }
});
