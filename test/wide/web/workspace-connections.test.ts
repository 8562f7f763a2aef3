import { expect, test } from 'vitest';
import { connections as words } from '../../../server/web/workspace/connections-strings.ts';
import { startService } from '../../support/service.ts';
import { findingsInBothThemes } from '../../web/support/axe.ts';
import { launchBrowser } from '../../web/support/browser.ts';
import { joined, rowsOf } from '../../web/support/connections.ts';
import { looks, smallTargets } from '../../web/support/home.ts';
import { dialogOf, enter } from '../../web/support/workspace.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

test('without clients it says how to connect one', async () => {
  const { token } = await service.newClient();
  const { page } = await enter(browser, service.url, token);
  await page.getByText(words.none).waitFor();
  await expect.poll(() => page.getByText(`${service.url}/mcp/sightline`, { exact: true }).count()).toBe(1);
  await page.getByRole('button', { name: `Copy: ${words.address}` }).click();
  await page.getByText(`${words.address}: copied`).waitFor({ state: 'attached' });
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${service.url}/mcp/sightline`);
  await page.context().close();
});

test.each(looks)('axe reports nothing on the list and the question: %o', async (look) => {
  const { token } = await service.newClient();
  await joined(service, token, 'An agent with a name that is as long as names may be '.repeat(2));
  const { page } = await enter(browser, service.url, token, look);
  await rowsOf(page).first().waitFor();
  expect(await findingsInBothThemes(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await rowsOf(page).getByRole('button').click();
  await dialogOf(page).waitFor();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.context().close();
});
