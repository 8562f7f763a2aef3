import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createClient } from '../../../server/contract/client.ts';
import { startService } from '../../support/service.ts';
import { fillLimits } from '../support/fill-limits.ts';
import { connectMcp } from '../support/rest-and-mcp.ts';
import { forgetLimits, sql } from '../support/sql.ts';
import { type Answer, newVerifier, oauthClient, postForm, postJson, type Tokens } from './support/oauth-client.ts';

/** The service's clock stands still; tests set it. */
let now = Date.now();
const service = await startService({ ROLE: 'web' }, () => new Date(now));
const client = oauthClient(service.url);
beforeEach(() => forgetLimits(service));

const refused = async (answer: Promise<Answer>) => {
  const { status, body, headers } = await answer;
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  return [status, body.error];
};

const askMcp = (bearer: string | null) =>
  postJson(
    `${service.url}/mcp/sightline`,
    { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    {
      accept: 'application/json, text/event-stream',
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
    },
  );
const challengeOf = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    [...(headers.get('www-authenticate') ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
const read = async (url: string): Promise<Record<string, unknown>> =>
  (await (await fetch(url)).json()) as Record<string, unknown>;

test('a client that knows only the address signs in, and again later (interface 5.2)', async () => {
  // 6: a 401 without an error asks the client to sign in, and says where to begin.
  const unknown = await askMcp(null);
  const { resource_metadata = '', ...asks } = challengeOf(unknown.headers);
  expect([unknown.status, asks]).toEqual([401, { scope: 'mcp:use' }]);

  // 1: the client finds the documents, registers, and sends its user to the connect screen.
  const resource = await read(resource_metadata);
  expect(resource.resource).toBe(`${service.url}/mcp/sightline`);
  const [issuer] = resource.authorization_servers as string[];
  const server = await read(`${issuer}/.well-known/oauth-authorization-server`);
  expect(server.issuer).toBe(issuer);
  const registered = await postJson(String(server.registration_endpoint), {
    client_name: 'Somebody’s client',
    redirect_uris: ['http://127.0.0.1/callback'],
    // 2: whatever the client requests, it gets no secret.
    token_endpoint_auth_method: 'client_secret_basic',
  });
  const { client_id, client_secret, token_endpoint_auth_method } = registered.body;
  expect([client_secret, token_endpoint_auth_method]).toEqual([undefined, 'none']);

  // 7: the callback is on any free port. 3: PKCE only with S256.
  const { verifier, challenge } = newVerifier();
  const query = {
    response_type: 'code',
    client_id: String(client_id),
    redirect_uri: 'http://localhost:51234/callback',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    scope: 'mcp:use offline_access',
    resource: String(resource.resource),
    state: 'a state & more',
  };
  const { press } = oauthClient(service.url);
  await expect(press({ ...query, code_challenge_method: 'plain' })).rejects.toThrow('error=invalid_request');
  await expect(press({ ...query, code_challenge_method: undefined })).rejects.toThrow('error=invalid_request');
  const back = await press(query);
  expect(`${back.origin}${back.pathname}`).toBe(query.redirect_uri);
  expect([back.searchParams.get('iss'), back.searchParams.get('state')]).toEqual([issuer, query.state]);

  // 4: the token request is a form, and may name the resource. 5: one hour, and a refresh token.
  const token_endpoint = String(server.token_endpoint);
  const exchanged = await postForm(token_endpoint, {
    grant_type: 'authorization_code',
    client_id: query.client_id,
    code: back.searchParams.get('code') ?? '',
    redirect_uri: query.redirect_uri,
    code_verifier: verifier,
    resource: query.resource,
  });
  expect(exchanged.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'mcp:use' });
  const access = String(exchanged.body.access_token);
  now += 3_599_999;
  expect((await askMcp(access)).status).toBe(200);

  // 6: an hour later the client is asked to refresh, and its workspace is the same.
  now += 1;
  const late = await askMcp(access);
  expect([late.status, challengeOf(late.headers).error]).toEqual([401, 'invalid_token']);
  const refreshed = await postForm(token_endpoint, {
    grant_type: 'refresh_token',
    client_id: query.client_id,
    refresh_token: String(exchanged.body.refresh_token),
  });
  expect((await askMcp(String(refreshed.body.access_token))).status).toBe(200);
  // A client without OAuth sends a try token to the same address.
  expect((await askMcp((await service.newClient()).token)).status).toBe(200);
});

test('a code becomes a token pair for a new workspace', async () => {
  const count = () =>
    sql(service, 'SELECT (SELECT count(*) FROM workspace) AS a, (SELECT count(*) FROM connection) AS b');
  const clientId = await client.register();
  const before = await count();
  const grant = await client.newGrant({ clientId });
  expect(await count()).toEqual(before);
  const { status, headers, body } = await client.exchange({ ...grant, redirect_uri: undefined });
  expect([status, headers.get('cache-control'), headers.get('pragma')]).toEqual([200, 'no-store', 'no-cache']);
  expect(body).toEqual({
    access_token: expect.stringMatching(/^sla_[0-9A-Za-z]{49}$/),
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: expect.stringMatching(/^slr_[0-9A-Za-z]{49}$/),
    scope: 'mcp:use',
  });
  const access = String(body.access_token);
  const holding = createClient({ baseUrl: service.url, bearer: access });
  expect((await holding.call('get_billing', {})).plan).toBe('free');
  const mcp = await connectMcp(service.url, access);
  expect((await mcp.callTool({ name: 'list_reviews', arguments: {} })).isError).not.toBe(true);
  await mcp.close();
  expect(await client.knock(String(body.refresh_token))).toBe('401 invalid_token');
  const other = createClient({ baseUrl: service.url, bearer: (await client.connect({ clientId })).access_token });
  const [mine, theirs] = [await holding.call('export_workspace', {}), await other.call('export_workspace', {})];
  expect(mine.workspace_id).not.toBe(theirs.workspace_id);
});

test('a wrong verifier, client or redirect address gets nothing, and the real client still does', async () => {
  const grant = await client.newGrant();
  const other = await client.register();
  const { verifier } = newVerifier();
  const sent = createHash('sha256').update(grant.code_verifier).digest('base64url');
  const wrong: [Record<string, string | undefined>, string][] = [
    [{ code_verifier: verifier }, 'invalid_grant'],
    [{ code_verifier: sent }, 'invalid_grant'],
    [{ code_verifier: undefined }, 'invalid_request'],
    [{ client_id: other }, 'invalid_grant'],
    [{ client_id: other, code_verifier: verifier }, 'invalid_grant'],
    [{ client_id: undefined }, 'invalid_request'],
    [{ client_id: `slc_${'a'.repeat(27)}` }, 'invalid_client'],
    [{ client_id: 'https://client.example/metadata.json' }, 'invalid_grant'],
    [{ redirect_uri: 'http://localhost:43118/callback' }, 'invalid_grant'],
    [{ redirect_uri: 'http://localhost/callback' }, 'invalid_grant'],
    [{ code: `${grant.code.slice(0, -1)}${grant.code.endsWith('A') ? 'B' : 'A'}` }, 'invalid_grant'],
    [{ code: undefined }, 'invalid_request'],
    [{ code: grant.code.toLowerCase() }, 'invalid_grant'],
    [{ resource: 'https://evil.example/mcp/sightline' }, 'invalid_target'],
  ];
  for (const [change, error] of wrong) {
    const outcome = await refused(client.exchange({ ...grant, ...change }));
    expect([change, ...outcome]).toEqual([change, 400, error]);
  }
  // All of these are answered alike, so that a guess learns nothing: the answer names each as a cause.
  const { body } = await client.exchange({ ...grant, code_verifier: verifier });
  for (const cause of ['client_id', 'redirect_uri', 'code_verifier']) expect(body.error_description).toContain(cause);
  expect((await client.exchange({ ...grant, resource: `${service.url}/mcp/sightline` })).status).toBe(200);
});

test('a code is valid for two minutes', async () => {
  const [early, late] = [await client.newGrant(), await client.newGrant()];
  now += 119_999;
  expect((await client.exchange(early)).status).toBe(200);
  now += 1;
  expect(await refused(client.exchange(late))).toEqual([400, 'invalid_grant']);
});

test('a code that is replayed later with its proof ends the connection of its first use', async () => {
  const grant = await client.newGrant();
  const tokens = (await client.exchange(grant)).body as unknown as Tokens;
  now += 10_000;
  // Without the proof nothing happens: a person who overheard only the code must not end the connection.
  for (const change of [{ code_verifier: newVerifier().verifier }, { client_id: await client.register() }]) {
    expect(await refused(client.exchange({ ...grant, ...change }))).toEqual([400, 'invalid_grant']);
    expect(await client.knock(tokens.access_token)).toBe('200');
  }
  now -= 1;
  expect(await refused(client.exchange(grant))).toEqual([400, 'invalid_grant']);
  expect(await client.knock(tokens.access_token)).toBe('200');
  now += 1;
  expect(await refused(client.exchange(grant))).toEqual([400, 'invalid_grant']);
  expect(await client.knock(tokens.access_token)).toBe('401 invalid_token');
  expect(await refused(client.refresh(grant.client_id, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
});

test('only forms are accepted, each parameter once and in the body, from clients without a secret', async () => {
  const url = `${service.url}/oauth/token`;
  const { client_id, ...rest } = await client.newGrant();
  const fields = { grant_type: 'authorization_code', ...rest };
  const form = new URLSearchParams({ ...fields, client_id }).toString();
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  const cases: [Promise<Answer>, number, string][] = [
    [postJson(url, { ...fields, client_id }), 400, 'invalid_request'],
    [postForm(url, form, { 'content-type': 'text/plain' }), 400, 'invalid_request'],
    [postForm(url, ''), 400, 'invalid_request'],
    [postForm(`${url}?${form}`, ''), 400, 'invalid_request'],
    [postForm(url, `${form}&code=x`), 400, 'invalid_request'],
    [postForm(url, `${form}&x=%00`), 400, 'invalid_request'],
    [postForm(url, `${form}&x=${'x'.repeat(100_000)}`), 413, 'invalid_request'],
    [client.token({ ...fields, client_id, grant_type: undefined }), 400, 'invalid_request'],
    [client.token({ ...fields, client_id, grant_type: 'constructor' }), 400, 'unsupported_grant_type'],
    [client.token({ ...fields, client_id, client_secret: 'x' }), 400, 'invalid_client'],
    [client.token(fields, basic(`${client_id}:secret`)), 401, 'invalid_client'],
    [client.token({ ...fields, client_id: 'slc_x' }, basic(`${client_id}:`)), 401, 'invalid_client'],
    [client.token(fields, { authorization: 'Bearer x' }), 400, 'invalid_request'],
  ];
  for (const [at, [answer, status, error]] of cases.entries()) {
    expect([at, ...(await refused(answer))]).toEqual([at, status, error]);
  }
  expect((await client.token(fields, basic('slc_unknown:'))).headers.get('www-authenticate')).toMatch(/^Basic /);
  expect((await fetch(url)).status).toBe(405);
  // A library that sends the client id as a user name is accepted; unknown and empty fields are ignored.
  const taken = await postForm(
    `${url}?code=x`,
    new URLSearchParams({ ...fields, unknown: '1', empty: '' }).toString(),
    {
      ...basic(`${client_id}:`),
    },
  );
  expect(taken.status).toBe(200);
});

test('guessing is limited to 600 requests a minute, and the refusal says when to come back', async () => {
  const guess = () => client.exchange({ client_id: 'slc_x', code: 'slo_x', code_verifier: 'x' });
  await guess();
  await fillLimits(service, 599);
  expect((await guess()).body.error).toBe('invalid_client');
  const { status, body, headers } = await guess();
  expect([status, body.error, headers.get('cache-control')]).toEqual([429, 'temporarily_unavailable', 'no-store']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});
