import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson } from '../../../github/app/support/setup-person.ts';
import { type ManifestGitHub, startManifestGitHub } from '../../../support/local-github/manifest.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { findings } from '../../../web/support/axe.ts';
import { launchBrowser, openPage } from '../../../web/support/browser.ts';

let github: ManifestGitHub;
let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [github, browser] = await Promise.all([startManifestGitHub(), launchBrowser()]);
  service = await startService({ GITHUB_API_URL: github.apiUrl });
});
afterAll(async () => {
  await browser.close();
  await service.close();
  await github.close();
});

/** Checks a page in light and dark, with everything opened that can be. */
async function expectFitting(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const closed = page.locator('details:not([open]) > summary');
    for (let left = await closed.count(); left > 0; left -= 1) await closed.first().click();
    expect(await findings(page)).toEqual([]);
    const root = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(root).toBe(0);
  }
}

test.each([
  ['wide', false],
  ['on a phone', true],
])('every page of the setup fits and is readable, %s', async (_, phone) => {
  const refused = await openPage(browser, `${service.url}/github/setup`, phone);
  await expectFitting(refused.page);
  const { page, complaints } = await openPage(browser, service.setupUrl ?? `${service.url}/github/setup`, phone);
  await expectFitting(page);
  if (phone) {
    const person = newPerson(service.url);
    await person.go(new URL(service.setupUrl ?? '').pathname + new URL(service.setupUrl ?? '').search);
    const { back } = await person.create('acme');
    await page.goto(service.url + back);
    await page.getByRole('heading', { name: 'The GitHub App is there' }).waitFor();
    await expectFitting(page);
  }
  expect(complaints).toEqual([]);
  for (const each of [refused.page, page]) await each.context().close();
});
