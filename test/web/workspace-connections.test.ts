import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connections as words } from '../../server/web/workspace/connections-strings.ts';
import { oauthClient } from '../api/oauth/support/oauth-client.ts';
import { review } from '../support/factories.ts';
import { startService, type TestService } from '../support/service.ts';
import { launchBrowser, soon } from './support/browser.ts';
import { dialogOf, enter, focused } from './support/workspace.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), launchBrowser()]);
});
afterAll(() => Promise.all([service.close(), browser.close()]));

const rowsOf = (page: Page) => page.locator('.connection-row');
const endButton = (page: Page, name: string) => page.getByRole('button', { name: words.endOf(name) });
const confirm = (page: Page) => dialogOf(page).getByRole('button', { name: words.dialog.confirm });

/** A client that joined by the holder's token. */
async function joined(token: string, name: string, redirect = 'http://localhost/callback') {
  const client = oauthClient(service.url);
  const clientId = await client.register({ client_name: name, redirect_uris: [redirect] });
  const redirectUri = redirect.replace('localhost/', 'localhost:43117/');
  return { ...client, ...(await client.connect({ clientId, redirectUri, joinWith: token })) };
}

test('those that are signed in, the newest first, by what they call themselves and where they returned to', async () => {
  const { token } = await service.newClient();
  await joined(token, 'Terminal agent');
  await joined(token, '<b>Cursor</b>', 'cursor://anysphere.cursor-mcp/oauth/callback');
  const { page, complaints } = await enter(browser, service.url, token);
  await soon(() => rowsOf(page).getByRole('heading').allTextContents()).toEqual(['<b>Cursor</b>', 'Terminal agent']);
  const rows = (await rowsOf(page).allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
  expect(rows[0]).toContain(`${words.host} cursor:`);
  expect(rows[1]).toContain(`${words.host} localhost`);
  for (const text of rows) expect(text).toContain(words.joined);
  expect(await rowsOf(page).locator('b').count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('one is ended after a question: its tokens are dead at once, the others and the reviews stay', async () => {
  const holder = await service.newClient();
  await review(holder, { title: 'Prices' });
  const lost = await joined(holder.token, 'Lost laptop');
  const kept = await joined(holder.token, 'Desk');
  const { page, complaints } = await enter(browser, service.url, holder.token);
  await endButton(page, 'Lost laptop').click();
  await dialogOf(page).getByRole('button', { name: words.dialog.keep }).click();
  expect(await lost.knock(lost.access_token)).toBe('200');
  await soon(() => focused(page)).toBe(words.endOf('Lost laptop'));

  await endButton(page, 'Lost laptop').click();
  await dialogOf(page).getByText(words.dialog.lead).waitFor();
  await confirm(page).click();
  await page.getByText(words.dialog.done('Lost laptop')).waitFor();
  await soon(() => rowsOf(page).getByRole('heading').allTextContents()).toEqual(['Desk']);
  await soon(() => focused(page)).toBe(words.title);
  expect(await lost.knock(lost.access_token)).toBe('401 invalid_token');
  expect((await lost.refresh(lost.client_id, lost.refresh_token)).status).toBe(400);
  expect(await kept.knock(kept.access_token)).toBe('200');
  await soon(() => page.getByRole('heading').getByRole('button', { name: 'Prices', exact: true }).count()).toBe(1);
  expect(complaints).toEqual([]);
  await page.context().close();
});
