import type { Page } from 'playwright-core';
import { connections as words } from '../../../server/web/workspace/connections-strings.ts';
import { oauthClient } from '../../api/oauth/support/oauth-client.ts';
import type { TestService } from '../../support/service.ts';
import { dialogOf } from './workspace.ts';

export const rowsOf = (page: Page) => page.locator('.connection-row');
export const endButton = (page: Page, name: string) => page.getByRole('button', { name: words.endOf(name) });
export const confirm = (page: Page) => dialogOf(page).getByRole('button', { name: words.dialog.confirm });

/** Connects a client that joins with the holder's token. */
export async function joined(
  service: TestService,
  token: string,
  name: string,
  redirect = 'http://localhost/callback',
) {
  const client = oauthClient(service.url);
  const clientId = await client.register({ client_name: name, redirect_uris: [redirect] });
  const redirectUri = redirect.replace('localhost/', 'localhost:43117/');
  return { ...client, ...(await client.connect({ clientId, redirectUri, joinWith: token })) };
}
