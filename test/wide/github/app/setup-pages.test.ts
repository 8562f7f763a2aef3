import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPerson } from '../../../github/app/support/setup-person.ts';
import { startManifestGitHub } from '../../../support/local-github/manifest.ts';
import { startService } from '../../../support/service.ts';
import { findingsInBothThemes } from '../../../web/support/axe.ts';
import { launchBrowser, openPage } from '../../../web/support/browser.ts';

const [github, browser] = await Promise.all([startManifestGitHub(), launchBrowser()]);
const service = await startService({ GITHUB_API_URL: github.apiUrl });

/** Checks a page in light and dark, with everything opened that can be. */
async function expectFitting(page: Page): Promise<void> {
  const closed = page.locator('details:not([open]) > summary');
  for (let left = await closed.count(); left > 0; left -= 1) await closed.first().click();
  expect(await findingsInBothThemes(page)).toEqual([]);
  const root = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(root).toBe(0);
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
