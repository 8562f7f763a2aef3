import { expect, test } from 'vitest';
import { createClient } from '../../../server/contract/client.ts';
import { startService } from '../../support/service.ts';
import { launchBrowser } from '../../web/support/browser.ts';
import { connectNew } from './support/agents.ts';
import { goThroughLoop } from './support/review-loop.ts';

/** A program that knows only the address goes through the whole loop with a person. */
const [service, browser] = await Promise.all([startService(), launchBrowser()]);

test('an SDK client needs one press to get to an approval, and another after a disconnection', async () => {
  const agent = await connectNew(`${service.url}/mcp/sightline`, browser, 'auto');
  expect(agent.revision).toBe('2026-07-28');
  const { signIn } = agent;
  const { clientId } = signIn.holds;
  await goThroughLoop(agent, service, browser, 'A block');

  // Its access token and refresh token no longer work. The SDK notices, and the person presses again.
  const owner = createClient({ baseUrl: service.url, bearer: signIn.holds.accessToken });
  const { connections } = await owner.call('list_connections', {});
  expect(connections).toMatchObject([{ client_name: signIn.clientMetadata.client_name, joined: false }]);
  await owner.call('end_connection', { connection_id: connections[0]?.id ?? '' });
  expect((await agent.call('list_reviews', {})).structuredContent).toMatchObject({ reviews: [], next_cursor: null });
  expect([signIn.visited.length, signIn.holds.clientId]).toEqual([2, clientId]);
  await agent.close();
});
