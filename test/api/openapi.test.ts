import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { toOpenApi } from '../../server/api/openapi.ts';
import { ServiceDocument } from '../../server/contract/registration.ts';
import { startService } from '../support/service.ts';

const service = await startService({ ROLE: 'web' });
const read = async (path: string) => (await fetch(service.url + path)).json();
const document = toOpenApi({ baseUrl: service.url, version: manifest.version });

test('the service serves the document of its version and address', async () => {
  expect(await read('/openapi.json')).toEqual(JSON.parse(JSON.stringify(document)));
});

test('the document says how a client signs in, at the addresses that the authorization server names', async () => {
  const server = (await read('/.well-known/oauth-authorization-server')) as Record<string, string>;
  expect(document.components.securitySchemes).toEqual({
    bearer: { type: 'http', scheme: 'bearer', description: expect.stringContaining('try token') },
    connect: {
      type: 'oauth2',
      description: expect.stringContaining('One press'),
      flows: {
        authorizationCode: {
          authorizationUrl: server.authorization_endpoint,
          tokenUrl: server.token_endpoint,
          refreshUrl: server.token_endpoint,
          scopes: { 'mcp:use': expect.any(String) },
        },
      },
    },
  });
  for (const endpoint of ['registration', 'authorization', 'token', 'revocation']) {
    const { pathname } = new URL(server[`${endpoint}_endpoint`] ?? '');
    expect(document.info.description).toContain(`\`${pathname}\``);
  }
});

test('the service links to its API and MCP endpoint and reports its health', async () => {
  expect(ServiceDocument.parse(await read('/.well-known/sightline'))).toMatchObject({
    name: 'sightline',
    api_url: `${service.url}/api`,
    mcp_url: `${service.url}/mcp/sightline`,
    app: null,
  });
  expect(await read('/healthz')).toEqual({ ok: true });
  expect(await read('/readyz')).toMatchObject({ ready: true, database: true });
});
