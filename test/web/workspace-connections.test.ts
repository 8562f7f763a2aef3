import { expect, test } from 'vitest';
import { connections as words } from '../../server/web/workspace/connections-strings.ts';
import { review } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { launchBrowser } from './support/browser.ts';
import { confirm, endButton, joined, rowsOf } from './support/connections.ts';
import { dialogOf, enter, focused } from './support/workspace.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

test('connections are listed newest first, by client name and return address', async () => {
  const { token } = await service.newClient();
  await joined(service, token, 'Terminal agent');
  await joined(service, token, '<b>Cursor</b>', 'cursor://anysphere.cursor-mcp/oauth/callback');
  const { page, complaints } = await enter(browser, service.url, token);
  await expect
    .poll(() => rowsOf(page).getByRole('heading').allTextContents())
    .toEqual(['<b>Cursor</b>', 'Terminal agent']);
  const rows = (await rowsOf(page).allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
  expect(rows[0]).toContain(`${words.host} cursor:`);
  expect(rows[1]).toContain(`${words.host} localhost`);
  for (const text of rows) expect(text).toContain(words.joined);
  expect(await rowsOf(page).locator('b').count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('ending a connection asks first: its tokens are revoked, other connections and reviews stay', async () => {
  const holder = await service.newClient();
  await review(holder, { title: 'Prices' });
  const lost = await joined(service, holder.token, 'Lost laptop');
  const kept = await joined(service, holder.token, 'Desk');
  const { page, complaints } = await enter(browser, service.url, holder.token);
  await endButton(page, 'Lost laptop').click();
  await dialogOf(page).getByRole('button', { name: words.dialog.keep }).click();
  expect(await lost.knock(lost.access_token)).toBe('200');
  await expect.poll(() => focused(page)).toBe(words.endOf('Lost laptop'));

  await endButton(page, 'Lost laptop').click();
  await dialogOf(page).getByText(words.dialog.lead).waitFor();
  await confirm(page).click();
  await page.getByText(words.dialog.done('Lost laptop')).waitFor();
  await expect.poll(() => rowsOf(page).getByRole('heading').allTextContents()).toEqual(['Desk']);
  await expect.poll(() => focused(page)).toBe(words.title);
  expect(await lost.knock(lost.access_token)).toBe('401 invalid_token');
  expect((await lost.refresh(lost.client_id, lost.refresh_token)).status).toBe(400);
  expect(await kept.knock(kept.access_token)).toBe('200');
  await expect
    .poll(() => page.getByRole('heading').getByRole('button', { name: 'Prices', exact: true }).count())
    .toBe(1);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('a client that left is shown as ended; an unreachable service is reported, with a retry', async () => {
  const holder = await service.newClient();
  const agent = await joined(service, holder.token, 'Agent');
  const { page } = await enter(browser, service.url, holder.token);
  await endButton(page, 'Agent').click();
  await page.context().setOffline(true);
  await confirm(page).click();
  await dialogOf(page).getByRole('alert').waitFor();
  expect(await agent.knock(agent.access_token)).toBe('200');
  await page.context().setOffline(false);
  await agent.revoke({ client_id: agent.client_id, token: agent.refresh_token });
  await confirm(page).click();
  await page.getByText(words.dialog.done('Agent')).waitFor();
  await page.getByText(words.none).waitFor();
  await page.context().close();
});
