import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { selfSigned, trustSelfSignedInFile } from '../../../api/adapters/support/self-signed.ts';
import { connectNew, connectOld } from '../../../api/clients/support/agents.ts';
import { documentsFromHere } from '../../../api/oauth/support/document-hosts.ts';
import { sql } from '../../../api/support/sql.ts';
import { startHttpServer } from '../../../support/servers.ts';
import { startService } from '../../../support/service.ts';
import { launchBrowser } from '../../../web/support/browser.ts';

let reads = 0;
trustSelfSignedInFile();
const handler = (request: IncomingMessage, response: ServerResponse) => {
  reads += 1;
  const url = `https://${request.headers.host}${request.url}`;
  response.setHeader('content-type', 'application/json').end(
    JSON.stringify({
      client_id: url,
      client_name: 'Editor by document',
      // The port is different on every start.
      redirect_uris: ['http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
    }),
  );
};
/** Clients identified by the address of their metadata instead of a registration, on both major versions of the SDK. */
const [host, service, browser] = await Promise.all([
  startHttpServer(handler, { tls: selfSigned }),
  // There is no outbound internet: only this machine’s name resolves.
  startService({}, undefined, { ...documentsFromHere, lookup: async () => [] }),
  launchBrowser(),
]);

test('both versions of the SDK connect with a metadata document, without a registration', async () => {
  const mcpUrl = `${service.url}/mcp/sightline`;
  const address = `https://localhost:${host.port}/client.json`;
  const agents = [
    await connectOld(mcpUrl, browser, address),
    await connectNew(mcpUrl, browser, 'legacy', address),
    await connectNew(mcpUrl, browser, 'auto', address),
  ];
  for (const agent of agents) {
    expect(agent.signIn.holds.clientId).toBe(address);
    expect((await agent.call('list_reviews', {})).structuredContent).toMatchObject({ reviews: [], next_cursor: null });
    await agent.close();
  }
  const clients = await sql(service, 'SELECT id, kind, name FROM oauth_client');
  expect(clients).toEqual([{ id: address, kind: 'document', name: 'Editor by document' }]);
  const workspaces = await sql(service, 'SELECT DISTINCT workspace_id FROM connection WHERE client_id = $1', [address]);
  expect(workspaces).toHaveLength(3);
  // The document is fresh for an hour.
  expect(reads).toBe(1);
  console.log(`metadata documents: ${agents.length} clients of both SDK lines, 0 registrations, ${reads} read`);
});

test('a client connects although its vendor’s document cannot be read', async () => {
  const address = 'https://claude.ai/oauth/claude-code-client-metadata';
  const agent = await connectNew(`${service.url}/mcp/sightline`, browser, 'auto', address);
  expect(agent.signIn.holds.clientId).toBe(address);
  expect((await agent.call('list_reviews', {})).structuredContent).toMatchObject({ reviews: [], next_cursor: null });
  await agent.close();
});
