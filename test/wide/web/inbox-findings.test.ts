import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';
import { launchBrowser, openPage, soon } from '../../web/support/browser.ts';
import { findings, openFindings, reviewWithFindings, row } from '../../web/support/inbox.ts';
import { tap } from '../../web/support/tap.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), launchBrowser()]);
});
afterAll(() => Promise.all([service.close(), browser.close()]));

test('a dismissed finding is dismissed for everybody, and can be restored', async () => {
  const { url, read } = await reviewWithFindings(service);
  const { page } = await openPage(browser, url);
  await openFindings(page);
  await row(findings(page), 'Uneven edges').getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('Finding dismissed.').waitFor();
  expect((await read()).findings.find(({ body }) => body === 'Uneven edges')?.status).toBe('hidden');
  const other = await openPage(browser, url);
  await openFindings(other.page);
  await findings(other.page).getByText('1 dismissed').click();
  await row(findings(other.page), 'Uneven edges').getByRole('button', { name: 'Restore' }).click();
  await row(findings(other.page), 'Uneven edges').getByRole('button', { name: 'Dismiss' }).waitFor();
  await row(findings(page), 'Uneven edges').getByRole('button', { name: 'Dismiss' }).waitFor();
  await other.page.context().close();
  await page.context().close();
});

test('on a phone findings become marks by touch', async () => {
  const { url, read } = await reviewWithFindings(service);
  const { page, complaints } = await openPage(browser, url, true);
  await tap(page.locator('.sheet-handle'));
  await tap(findings(page).locator('summary').first());
  const accept = row(findings(page), 'Contrast of 2.1:1').getByRole('button', { name: 'Add as mark' });
  await accept.scrollIntoViewIfNeeded();
  expect((await accept.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await tap(accept);
  await soon(async () => (await read()).marks.length).toBe(1);
  expect(complaints).toEqual([]);
  await page.context().close();
});
