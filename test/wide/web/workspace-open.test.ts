import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createClient } from '../../../server/contract/client.ts';
import { connections } from '../../../server/web/workspace/connections-strings.ts';
import { open as words } from '../../../server/web/workspace/open-strings.ts';
import { fillLimits } from '../../api/support/fill-limits.ts';
import { startService } from '../../support/service.ts';
import { findingsInBothThemes } from '../../web/support/axe.ts';
import { launchBrowser } from '../../web/support/browser.ts';
import { looks, smallTargets, visit } from '../../web/support/home.ts';
import { dialogOf, row } from '../../web/support/workspace.ts';
import { connected, leaveDialog, openButton } from '../../web/support/workspace-open.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test('while the service is unreachable it says so, and the same press works once it is back', async () => {
  const { url } = await connected(service, 'Later');
  const { page } = await visit(browser, url);
  await openButton(page).waitFor();
  await page.context().setOffline(true);
  await openButton(page).click();
  await page.getByRole('alert').getByText(words.failure.offline).waitFor();
  await page.context().setOffline(false);
  await openButton(page).click();
  await leaveDialog(page);
  await row(page, 'Later').waitFor();
  await page.context().close();
});

test('a truncated link, and a link after too many tries, are explained', async () => {
  const { url } = await connected(service, 'Cut');
  for (const [cut, sentence] of [
    [url.slice(0, -5), 'or a part of it is missing. Ask your agent'],
    [`${service.url}/workspace#open=`, words.failure.form],
  ] as const) {
    const { page } = await visit(browser, cut);
    await openButton(page).click();
    await page.getByRole('alert').getByText(sentence).waitFor();
    expect(page.url()).toBe(`${service.url}/workspace`);
    await page.context().close();
  }
  const { page } = await visit(browser, url);
  const nobody = createClient({ baseUrl: service.url });
  for (let tries = 0; tries < 10; tries += 1) {
    await nobody.call('enter_workspace', { code: 'x' }).catch(() => undefined);
  }
  await fillLimits(service, 10);
  await openButton(page).click();
  await page.getByRole('alert').getByText('Too many tries from here').waitFor();
  await page.context().close();
});

test.each(looks)('axe reports nothing on asking, refusing and what follows: %o', async (look) => {
  const { url } = await connected(service, 'Looks');
  const { page } = await visit(browser, url, look);
  const inspect = async () => {
    expect(await findingsInBothThemes(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  };
  await openButton(page).waitFor();
  await inspect();
  await openButton(page).click();
  await dialogOf(page).waitFor();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await leaveDialog(page);
  await row(page, 'Looks').waitFor();
  await page.getByText(connections.how).waitFor();
  await inspect();
  await page.evaluate((address) => location.replace(address), url);
  await page.getByText(words.held).waitFor();
  await openButton(page).click();
  await page.getByRole('alert').waitFor();
  await inspect();
  await page.context().close();
});
