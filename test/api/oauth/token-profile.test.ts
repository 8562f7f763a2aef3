import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';
import { newVerifier, oauthClient, postForm, postJson } from './support/oauth-client.ts';

/** The clock stands still but for what tests do to it. */
let now = Date.now();
let service: TestService;
beforeAll(async () => {
  service = await startService({}, () => new Date(now));
});
afterAll(() => service.close());

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

test('a client that is given the address alone finds its way in, and back in (interface 5.2)', async () => {
  // 6: a 401 without an error asks to sign in, and says where to begin.
  const unknown = await askMcp(null);
  const { resource_metadata = '', ...asks } = challengeOf(unknown.headers);
  expect([unknown.status, asks]).toEqual([401, { scope: 'mcp:use' }]);

  // 1: it finds the documents, registers, and sends its user to the connect screen.
  const resource = await read(resource_metadata);
  expect(resource.resource).toBe(`${service.url}/mcp/sightline`);
  const [issuer] = resource.authorization_servers as string[];
  const server = await read(`${issuer}/.well-known/oauth-authorization-server`);
  expect(server.issuer).toBe(issuer);
  const registered = await postJson(String(server.registration_endpoint), {
    client_name: 'Somebody’s client',
    redirect_uris: ['http://127.0.0.1/callback'],
    // 2: whatever it asks for, there is no secret.
    token_endpoint_auth_method: 'client_secret_basic',
  });
  const { client_id, client_secret, token_endpoint_auth_method } = registered.body;
  expect([client_secret, token_endpoint_auth_method]).toEqual([undefined, 'none']);

  // 7: the callback is on whatever port was free. 3: PKCE with S256 alone.
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

  // 4: the token request is a form, and may name the resource. 5: an hour, and a token to refresh.
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
  expect((await askMcp(String(exchanged.body.access_token))).status).toBe(200);

  // 6: an hour later it hears that it should refresh, and its workspace is the same.
  now += 3_600_000;
  const late = await askMcp(String(exchanged.body.access_token));
  expect([late.status, challengeOf(late.headers).error]).toEqual([401, 'invalid_token']);
  const refreshed = await postForm(token_endpoint, {
    grant_type: 'refresh_token',
    client_id: query.client_id,
    refresh_token: String(exchanged.body.refresh_token),
  });
  expect((await askMcp(String(refreshed.body.access_token))).status).toBe(200);
});

test('a client that cannot do OAuth sends a try token at the same address', async () => {
  const { token } = await service.newClient();
  expect((await askMcp(token)).status).toBe(200);
});
