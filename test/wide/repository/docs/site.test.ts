import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { pageNames } from '../../../repository/docs/support/blocks.ts';
import { startService } from '../../../support/service.ts';
import { findings } from '../../../web/support/axe.ts';
import { launchBrowser, openPage } from '../../../web/support/browser.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

test('the home page and the reference link to the documentation of the running version', async () => {
  const { page, complaints } = await openPage(browser, service.url);
  await page.getByRole('link', { name: 'Help' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sightline' }).waitFor();
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(await page.locator('.version').textContent()).toBe(version);
  expect(complaints).toEqual([]);
  const reference = await (await fetch(`${service.url}/openapi.json`)).text();
  expect(reference).toContain('(/help/)');
  await page.context().close();
});

test('a page is found without its extension too, as on other hosts of the site', async () => {
  const [plain, whole] = await Promise.all(
    ['capacity', 'capacity.html'].map((name) => fetch(`${service.url}/help/${name}`)),
  );
  expect(plain?.status).toBe(200);
  expect(await plain?.text()).toBe(await whole?.text());
});

test.each(pageNames)('%s is found with a trailing slash, and its links work from there', async (name) => {
  const answer = await fetch(`${service.url}/help/${name}/`);
  expect([answer.status, answer.url]).toEqual([200, `${service.url}/help/${name}`]);
});

test('every page opens without an error, requests no other host, and fits a phone', async () => {
  const { page, complaints } = await openPage(browser, `${service.url}/help/`, true);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${service.url}/`)) foreign.push(request.url());
  });
  for (const name of pageNames) {
    const answer = await page.goto(`${service.url}/help/${name}.html`, { waitUntil: 'load' });
    expect(answer?.status(), name).toBe(200);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(390);
    const wide = await page.locator('.table:has(th:nth-child(3):last-child)').evaluateAll((tables) => {
      return tables.filter((table) => table.scrollWidth > table.clientWidth).length;
    });
    expect(wide, name).toBe(0);
    expect(await page.evaluate('[...document.images].every((image) => image.naturalWidth > 0)'), name).toBe(true);
  }
  expect(foreign).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test.each(['light', 'dark'] as const)('axe finds nothing on the pages, %s', async (colorScheme) => {
  const { page } = await openPage(browser, `${service.url}/help/`);
  await page.emulateMedia({ colorScheme });
  for (const name of ['index', 'settings', 'webhooks', 'how-it-works']) {
    await page.goto(`${service.url}/help/${name}.html`);
    expect(await findings(page), name).toEqual([]);
  }
  await page.context().close();
});
