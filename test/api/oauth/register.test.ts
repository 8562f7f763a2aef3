import { beforeEach, expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { fillLimits } from '../support/fill-limits.ts';
import { forgetLimits } from '../support/sql.ts';
import { type Answer, oauthClient, postJson } from './support/oauth-client.ts';

const now = new Date();
const service = await startService({ ROLE: 'web' }, () => now);
const client = oauthClient(service.url);
beforeEach(() => forgetLimits(service));

const resourcePath = '/.well-known/oauth-protected-resource/mcp/sightline';
const issuerPath = '/.well-known/oauth-authorization-server';

async function read(path: string): Promise<Record<string, unknown>> {
  const response = await fetch(service.url + path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  return (await response.json()) as Record<string, unknown>;
}

test('the metadata documents name where to sign in, with PKCE and no secrets, and every address works', async () => {
  expect(await read(resourcePath)).toMatchObject({
    resource: `${service.url}/mcp/sightline`,
    authorization_servers: [service.url],
    scopes_supported: ['mcp:use'],
    bearer_methods_supported: ['header'],
  });
  const issuer = await read(issuerPath);
  expect(issuer).toMatchObject({
    issuer: service.url,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:token-exchange'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported: ['mcp:use'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${service.url}/docs`,
  });
  const named = Object.entries(issuer).filter(([name]) => name.endsWith('_endpoint'));
  expect(named.map(([name]) => name).sort()).toEqual([
    'authorization_endpoint',
    'registration_endpoint',
    'revocation_endpoint',
    'token_endpoint',
  ]);
  for (const [name, url] of [...named, ['docs', issuer.service_documentation]]) {
    const get = name === 'authorization_endpoint' || name === 'docs';
    const { status } = await fetch(String(url), { method: get ? 'GET' : 'POST' });
    expect([name, status]).toEqual([name, name === 'docs' ? 200 : 400]);
  }
  // No other metadata document exists, and no header changes the host in one.
  const none = ['/.well-known/oauth-protected-resource/mcp/other', '/.well-known/openid-configuration'];
  for (const path of [...none, `${issuerPath}/mcp/sightline`, '/.well-known/oauth-protected-resource']) {
    expect([path, (await fetch(service.url + path)).status]).toEqual([path, 404]);
  }
  const lies = { 'x-forwarded-host': 'mallory.example', forwarded: 'host=mallory.example' };
  expect(await (await fetch(service.url + issuerPath, { headers: lies })).json()).toEqual(issuer);
});

test('other sites may read the answers, also refusals, but without cookies', async () => {
  const open = [
    ['GET', resourcePath, 200],
    ['GET', issuerPath, 200],
    ['POST', '/oauth/register', 400],
    ['POST', '/oauth/token', 400],
    ['POST', '/oauth/revoke', 400],
  ] as const;
  const origin = { origin: 'https://client.example' };
  for (const [method, path, status] of open) {
    const answer = await fetch(service.url + path, { method, headers: origin });
    const names = ['authorization', 'content-type', 'mcp-protocol-version'];
    const asking = { 'access-control-request-method': method, 'access-control-request-headers': names.join() };
    const asked = await fetch(service.url + path, { method: 'OPTIONS', headers: { ...origin, ...asking } });
    expect([path, answer.status, asked.status]).toEqual([path, status, 204]);
    for (const { headers } of [answer, asked]) {
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
    expect(asked.headers.get('access-control-allow-methods')).toContain(method);
    const allowed = asked.headers.get('access-control-allow-headers')?.toLowerCase() ?? '';
    for (const name of names) expect(allowed).toContain(name);
  }
  // No other site may read the person's screen.
  const screen = await fetch(`${service.url}/oauth/authorize`, { headers: origin });
  expect(screen.headers.get('access-control-allow-origin')).toBeNull();
});

const register = (metadata: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  postJson(`${service.url}/oauth/register`, metadata, headers);

/** The metadata that usual clients send, and the return address that each uses. */
const usual: [metadata: { client_name: string; redirect_uris: string[]; [field: string]: unknown }, back: string][] = [
  [
    {
      client_name: 'Cursor',
      client_uri: 'https://cursor.com',
      redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback', 'http://localhost:8787/callback'],
      token_endpoint_auth_method: 'none',
    },
    'cursor://anysphere.cursor-mcp/oauth/callback',
  ],
  [
    {
      client_name: 'Visual Studio Code',
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      redirect_uris: ['https://vscode.dev/redirect', 'http://localhost/', 'http://127.0.0.1:33418/'],
      scope: 'mcp:use offline_access',
      application_type: 'native',
    },
    'http://localhost:51235',
  ],
  [
    { client_name: 'Claude Code', redirect_uris: ['http://localhost:54545/callback'] },
    'http://127.0.0.1:61002/callback',
  ],
  [
    { client_name: 'Codex', redirect_uris: ['http://127.0.0.1:38211/callback/d1f0'] },
    'http://[::1]:38212/callback/d1f0',
  ],
  [
    {
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
      token_endpoint_auth_method: 'client_secret_basic',
    },
    'https://chatgpt.com/connector_platform_oauth_redirect',
  ],
];

test.each(usual.map(([metadata, back]) => [metadata.client_name, metadata, back] as const))(
  '%s registers without a secret and connects',
  async (_name, metadata, redirectUri) => {
    const { status, headers, body } = await register(metadata);
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(body).toEqual({
      client_id: expect.stringMatching(/^slc_[0-9A-Za-z]{27}$/),
      client_id_issued_at: Math.floor(now.getTime() / 1000),
      client_name: metadata.client_name,
      redirect_uris: metadata.redirect_uris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'mcp:use',
    });
    const grant = await client.newGrant({ clientId: String(body.client_id), redirectUri });
    expect((await client.exchange(grant)).status).toBe(200);
  },
);

const ok = 'https://client.example/callback';

test('invalid metadata is refused with what to send, and unknown fields are ignored', async () => {
  for (const redirect_uris of [undefined, ok, ['javascript:alert(1)'], [ok, 'http://client.example/']]) {
    const { status, body } = await register({ redirect_uris });
    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri']);
    // The characters that RFC 6749 allows in a description.
    expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  }
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  for (const body of ['', '[]', 'null', '{"redirect_uris":', '\u0000', deep]) {
    const answer = await register(body);
    expect([body, answer.status, answer.body.error]).toEqual([body, 400, 'invalid_client_metadata']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
    const form = await register(JSON.stringify({ redirect_uris: [ok] }), { 'content-type': type });
    expect([form.status, form.body.error]).toEqual([400, 'invalid_client_metadata']);
  }
  const huge = await register({ redirect_uris: [ok], client_name: 'x'.repeat(70_000) });
  expect([huge.status, huge.body.error]).toEqual([413, expect.any(String)]);

  const { status, body } = await register({
    ...{ redirect_uris: [ok], client_id: 'slc_mine', client_secret: 'mine', jwks: { keys: [] }, application_type: 7 },
    ...{
      grant_types: ['client_credentials', 'implicit'],
      response_types: [{}],
      scope: { deep: [] },
      client_name: '\u202e',
    },
  });
  expect([status, Object.keys(body).length, body.client_name]).toEqual([201, 8, 'Unnamed client']);
  expect(body.client_id).not.toBe('slc_mine');
  expect(body.grant_types).toEqual(['authorization_code', 'refresh_token']);
  const only = await register({ redirect_uris: [ok], grant_types: ['authorization_code'] });
  expect(only.body.grant_types).toEqual(['authorization_code']);
});

test('an address may register 300 clients an hour', async () => {
  const send = () => register({ redirect_uris: [ok] });
  await send();
  await fillLimits(service, 299);
  expect((await send()).status).toBe(201);
  const { status, headers, body } = await send();
  expect([status, body.error]).toEqual([429, 'temporarily_unavailable']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(headers.get('access-control-allow-origin')).toBe('*');
});
