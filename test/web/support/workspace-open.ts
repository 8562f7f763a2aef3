import type { Page } from 'playwright-core';
import { createClient } from '../../../server/contract/client.ts';
import { open as words } from '../../../server/web/workspace/open-strings.ts';
import { oauthClient } from '../../api/oauth/support/oauth-client.ts';
import { forgetLimits } from '../../api/support/sql.ts';
import { review } from '../../support/factories.ts';
import type { TestService } from '../../support/service.ts';
import { dialogOf } from './workspace.ts';

export const openButton = (page: Page) => page.getByRole('button', { name: words.action });
/** Closes the dialog with a key, because a tap right after the one that opened it would be ignored. */
export const leaveDialog = (page: Page) =>
  dialogOf(page).getByRole('button', { name: words.opened.close }).press('Enter');

/** Connects an agent with one press, which sends a review, and returns a link that it gave its person. */
export async function connected(service: TestService, title: string) {
  await forgetLimits(service);
  const client = oauthClient(service.url);
  const { access_token } = await client.connect();
  const agent = createClient({ baseUrl: service.url, bearer: access_token });
  await review(agent, { title });
  const { url } = await agent.call('open_workspace', {});
  return { client, agent, access_token, url };
}
