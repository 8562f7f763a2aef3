import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../server/contract/client.ts';
import { startService, type TestService } from '../../support/service.ts';
import { oauthClient } from '../oauth/support/oauth-client.ts';
import { type Cli, createCli } from './support/cli.ts';

let service: TestService;
let client: Client & { token: string };
let cli: Cli;
beforeAll(async () => {
  service = await startService({ ROLE: 'web' });
  client = await service.newClient();
  cli = await createCli({ SIGHTLINE_URL: service.url, SIGHTLINE_TOKEN: client.token });
});
afterAll(async () => {
  await cli.remove();
  await service.close();
});

test('connections lists the clients that joined, and disconnect ends one at once', async () => {
  expect((await cli.run(['connections'])).stdout).toBe('No client is connected.\n');
  const agent = oauthClient(service.url);
  const tokens: string[] = [];
  for (const client_name of ['Terminal agent', 'Evil \u001b[31m\u202eagent']) {
    const clientId = await agent.register({ client_name });
    tokens.push((await agent.connect({ clientId, joinWith: client.token })).access_token);
  }
  const { document } = await cli.json<{ connections: { id: string; client_name: string }[] }>(['connections']);
  expect(document).toEqual(await client.call('list_connections', {}));
  const { stdout } = await cli.run(['connections']);
  expect(stdout).toMatch(/^ID +CONNECTED +LAST USED +WORKSPACE +HOST +NAME\n/);
  expect(stdout).toMatch(/ joined +localhost +Terminal agent$/m);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
  expect(stdout).not.toMatch(/[\u001b\u202e]/);

  const { id = '' } = document.connections.find(({ client_name }) => client_name === 'Terminal agent') ?? {};
  const said = await cli.run(['disconnect', id.toLowerCase()]);
  expect(said).toMatchObject({ code: 0, stdout: `Ended connection ${id}. The client has to connect anew.\n` });
  expect(await Promise.all(tokens.map(agent.knock))).toEqual(['401 invalid_token', '200']);
  expect((await client.call('list_connections', {})).connections.map(({ id: left }) => left)).not.toContain(id);
  const nobody = await cli.json(['disconnect', '01ARZ3NDEKTSV4RRFFQ69G5FAV']);
  expect([nobody.code, nobody.document.error]).toEqual([1, 'not_found']);
});
