import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const resourcePath = '/.well-known/oauth-protected-resource/mcp/sightline';
const issuerPath = '/.well-known/oauth-authorization-server';

async function read(path: string): Promise<Record<string, unknown>> {
  const response = await fetch(service.url + path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  return (await response.json()) as Record<string, unknown>;
}

test('the resource names its authorization server and the one scope', async () => {
  const resource = await read(resourcePath);
  expect(resource).toMatchObject({
    resource: `${service.url}/mcp/sightline`,
    authorization_servers: [service.url],
    scopes_supported: ['mcp:use'],
    bearer_methods_supported: ['header'],
  });
});

test('the authorization server says what it can do: PKCE with S256, no secrets', async () => {
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
});

test('every address it names is there', async () => {
  const issuer = await read(issuerPath);
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
});

test('there is no document of the whole service, nor one of what it is not', async () => {
  const none = [
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-protected-resource/mcp/other',
    '/.well-known/oauth-authorization-server/mcp/sightline',
    '/.well-known/openid-configuration',
  ];
  for (const path of none) expect([path, (await fetch(service.url + path)).status]).toEqual([path, 404]);
});

test('pages elsewhere may ask, without cookies; refusals they may read too', async () => {
  const open = [
    ['GET', resourcePath, 200],
    ['GET', issuerPath, 200],
    ['POST', '/oauth/register', 400],
    ['POST', '/oauth/token', 400],
    ['POST', '/oauth/revoke', 400],
  ] as const;
  for (const [method, path, status] of open) {
    const origin = { origin: 'https://client.example' };
    const answer = await fetch(service.url + path, { method, headers: origin });
    const asked = await fetch(service.url + path, {
      method: 'OPTIONS',
      headers: {
        ...origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
      },
    });
    expect([path, answer.status, asked.status]).toEqual([path, status, 204]);
    for (const { headers } of [answer, asked]) {
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
    expect(asked.headers.get('access-control-allow-methods')).toContain(method);
    const allowed = asked.headers.get('access-control-allow-headers')?.toLowerCase() ?? '';
    for (const name of ['authorization', 'content-type', 'mcp-protocol-version']) expect(allowed).toContain(name);
  }
  // The person's screen is for no page to read.
  const screen = await fetch(`${service.url}/oauth/authorize`, { headers: { origin: 'https://client.example' } });
  expect(screen.headers.get('access-control-allow-origin')).toBeNull();
});
