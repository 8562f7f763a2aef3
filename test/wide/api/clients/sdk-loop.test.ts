import { expect, test } from 'vitest';
import { createClient } from '../../../../server/contract/client.ts';
import { connectNew, connectOld } from '../../../api/clients/support/agents.ts';
import { goThroughLoop } from '../../../api/clients/support/review-loop.ts';
import { startService } from '../../../support/service.ts';
import { launchBrowser } from '../../../web/support/browser.ts';

/** Programs that know only the address, with other versions of the SDK, through the whole loop with a person. */
const [service, browser] = await Promise.all([startService(), launchBrowser()]);

const clients = [
  { name: 'the line before', connect: (url: string) => connectOld(url, browser), revision: '2025-11-25' },
  { name: 'the current line', connect: (url: string) => connectNew(url, browser, 'legacy'), revision: '2025-11-25' },
];

test.concurrent.each(clients)('$name: from an address to proceed', async ({ name, connect, revision }) => {
  const agent = await connect(`${service.url}/mcp/sightline`);
  expect(agent.revision).toBe(revision);
  await goThroughLoop(agent, service, browser, `A block, by ${name}`);
  await agent.close();
  console.log(`${name}, ${revision}: one press, two passes, one refresh, proceed`);
});

test.concurrent.each(clients)('$name: after a disconnect it asks the person again', async ({ name, connect }) => {
  const agent = await connect(`${service.url}/mcp/sightline`);
  const { clientId, accessToken } = agent.signIn.holds;
  const owner = createClient({ baseUrl: service.url, bearer: accessToken });
  const { connections } = await owner.call('list_connections', {});
  expect(connections).toMatchObject([{ client_name: agent.signIn.clientMetadata.client_name, joined: false }]);
  await owner.call('end_connection', { connection_id: connections[0]?.id ?? '' });
  // Both of its tokens are invalid. The SDK notices this by itself, and the person presses again.
  expect((await agent.call('list_reviews', {})).structuredContent).toMatchObject({ reviews: [], next_cursor: null });
  expect(agent.signIn.visited).toHaveLength(2);
  expect(agent.signIn.holds.clientId).toBe(clientId);
  await agent.close();
  console.log(`${name}: disconnected, connected again by one press`);
});
