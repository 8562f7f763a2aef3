import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { site } from '../../server/web/shared/strings.ts';
import { connections } from '../../server/web/workspace/connections-strings.ts';
import { open as words } from '../../server/web/workspace/open-strings.ts';
import { workspace } from '../../server/web/workspace/strings.ts';
import { review } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { launchBrowser } from './support/browser.ts';
import { visit } from './support/home.ts';
import { dialogOf, enter, focused, row } from './support/workspace.ts';
import { connected, leaveDialog, openButton } from './support/workspace-open.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

const tokenIn = (page: Page) => dialogOf(page).getByLabel(words.opened.token, { exact: true }).inputValue();
const keptIn = (page: Page) => page.evaluate(() => [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]);

test('one press opens it with reviews, credits and agent, and shows the token for returning', async () => {
  const { client, url, access_token } = await connected(service, 'Prices');
  const code = url.split('#open=')[1] ?? '';
  const { page, complaints } = await visit(browser, url);
  await openButton(page).waitFor();
  expect(page.url()).toBe(`${service.url}/workspace`);
  await expect.poll(() => focused(page)).toBe(words.title);
  // Viewing the page uses nothing up, with or without scripts.
  expect((await keptIn(page)).join('')).not.toContain('slt_');
  await openButton(page).click();
  await dialogOf(page).getByRole('heading', { name: words.opened.title }).waitFor();
  const token = await tokenIn(page);
  expect(await client.knock(token)).toBe('200');
  await dialogOf(page).getByText(words.opened.again).waitFor();
  await leaveDialog(page);
  await row(page, 'Prices').waitFor();
  await expect.poll(() => focused(page)).toBe(workspace.list.title);
  expect((await keptIn(page)).map((each) => each.includes(token))).toEqual([false, true]);
  await page.getByText(workspace.head.until).waitFor();
  await page.getByRole('heading', { name: 'A test' }).waitFor();

  await page.getByRole('button', { name: connections.endOf('A test') }).click();
  await dialogOf(page).getByRole('button', { name: connections.dialog.confirm }).click();
  await page.getByText(connections.none).waitFor();
  expect(await client.knock(access_token)).toBe('401 invalid_token');
  // How an agent connects again
  await page.getByText(connections.how).waitFor();
  await page.getByRole('button', { name: site.copy.of(connections.token) }).click();
  await page.getByText(site.copy.done(connections.token)).waitFor({ state: 'attached' });
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  const back = await client.connect({ joinWith: token });
  expect(await client.knock(back.access_token)).toBe('200');
  for (const secret of [code, token]) expect(service.logged()).not.toContain(secret);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('the device remembers it when asked; a used link explains what to do, and can be left', async () => {
  const { url } = await connected(service, 'Kept');
  const { page, complaints } = await visit(browser, url);
  await page.getByLabel(site.token.remember).check();
  await openButton(page).click();
  const token = await tokenIn(page);
  expect((await keptIn(page)).map((each) => each.includes(token))).toEqual([true, false]);

  const other = await visit(browser, url);
  await openButton(other.page).click();
  await other.page
    .getByRole('alert')
    .getByText('was used before. Ask your agent to open the workspace again')
    .waitFor();
  expect((await keptIn(other.page)).join('')).not.toContain('slt_');
  await other.page.getByRole('button', { name: words.leave }).click();
  await other.page.getByText(workspace.enter.agent).waitFor();
  expect([complaints, other.complaints]).toEqual([[], []]);
  await Promise.all([page.context().close(), other.page.context().close()]);
});

test('a link followed while another workspace is open asks first, and that one stays open until then', async () => {
  const holder = await service.newClient();
  await review(holder, { title: 'Of the holder' });
  const { url } = await connected(service, 'Of the agent');
  const { page, complaints } = await enter(browser, service.url, holder.token);
  // Pasted into the address bar of the open page, which does not load again.
  const paste = () => page.evaluate((address) => location.replace(address), url);
  await paste();
  await page.getByText(words.held).waitFor();
  expect(page.url()).toBe(`${service.url}/workspace`);
  await page.getByRole('button', { name: site.copy.of(words.heldToken) }).click();
  await page.getByText(site.copy.done(words.heldToken)).waitFor({ state: 'attached' });
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(holder.token);
  await page.getByRole('button', { name: words.leave }).click();
  await row(page, 'Of the holder').waitFor();
  await paste();
  await openButton(page).click();
  await leaveDialog(page);
  await row(page, 'Of the agent').waitFor();
  await expect.poll(() => row(page, 'Of the holder').count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.context().close();
});
