import type { Page } from 'playwright-core';
import { createClient } from '../../../server/contract/client.ts';
import { open as words } from '../../../server/web/workspace/open-strings.ts';
import { oauthClient } from '../../api/oauth/support/oauth-client.ts';
import { sql } from '../../api/support/sql.ts';
import { review } from '../../support/factories.ts';
import type { TestService } from '../../support/service.ts';
import { dialogOf } from './workspace.ts';

export const openButton = (page: Page) => page.getByRole('button', { name: words.action });
/** By key: a second tap that comes right after the one that opened it is not taken. */
export const leaveDialog = (page: Page) =>
  dialogOf(page).getByRole('button', { name: words.opened.close }).press('Enter');

/** An agent that was connected by one press and has sent a review, and a link it gave its person. */
export async function connected(service: TestService, title: string) {
  await sql(service, 'DELETE FROM rate_window');
  const client = oauthClient(service.url);
  const { access_token } = await client.connect();
  const agent = createClient({ baseUrl: service.url, bearer: access_token });
  await review(agent, { title });
  const { url } = await agent.call('open_workspace', {});
  return { client, agent, access_token, url };
}
