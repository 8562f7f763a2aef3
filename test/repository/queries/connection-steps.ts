import { expect } from 'vitest';
import { createClient } from '../../../server/contract/client.ts';
import { newBrowser, type startJoinBench } from '../../api/oauth/support/github-join.ts';
import { oauthClient } from '../../api/oauth/support/oauth-client.ts';
import { review } from '../../support/factories.ts';

type Bench = Awaited<ReturnType<typeof startJoinBench>>;

const shop = { fullName: 'acme/shop', id: 501, private: true };

/** Jobs and people who come by GitHub. */
export async function comeByGitHub(bench: Bench): Promise<void> {
  bench.people.addPerson('ada');
  bench.people.allow('ada', shop, 'write');
  for (let times = 0; times < 2; times += 1) await bench.job(shop.fullName, shop.id);
  const browser = newBrowser();
  const ticket = await bench.ask(browser);
  const { chosen, assertion } = await bench.arrive(browser, 'ada', shop.id, ticket);
  await browser.go(chosen.location);
  const { code } = await bench.connect(browser, ticket, assertion);
  expect((await bench.exchange(code)).status).toBe(200);
}

/** Clients that connect, refresh, hand back what they have, and show twice what is good once. */
export async function connectClients({ service }: Bench): Promise<void> {
  const oauth = oauthClient(service.url);
  const owner = await service.newClient();
  const joined = await oauth.connect({ joinWith: owner.token });
  const fresh = await oauth.refresh(joined.client_id, joined.refresh_token);
  for (let times = 0; times < 3; times += 1) await oauth.refresh(joined.client_id, joined.refresh_token);
  await oauth.revoke({ token: String(fresh.body.access_token), client_id: joined.client_id });
  await oauth.revoke({ token: String(fresh.body.refresh_token), client_id: joined.client_id });
  const grant = await oauth.newGrant({ joinWith: owner.token });
  for (let times = 0; times < 2; times += 1) await oauth.exchange({ ...grant });
  const alone = await oauth.connect();
  const agent = createClient({ baseUrl: service.url, bearer: alone.access_token });
  await agent.call('open_workspace', {});

  await oauth.connect({ joinWith: owner.token });
  const [connection] = (await owner.call('list_connections', {})).connections;
  await owner.call('end_connection', { connection_id: connection?.id ?? '' });
  await oauth.connect({ joinWith: owner.token });
  const code = new URL((await owner.call('open_workspace', {})).url).hash.replace('#open=', '');
  const entered = await createClient({ baseUrl: service.url }).call('enter_workspace', { code });
  const second = createClient({ baseUrl: service.url, bearer: entered.token });
  await review(second);
  const rotated = await owner.call('rotate_token', {});
  const last = createClient({ baseUrl: service.url, bearer: rotated.token });
  await last.call('get_billing', {});
  await last.call('export_workspace', {});
  await last.call('delete_workspace', { confirm: rotated.workspace_id });
}
