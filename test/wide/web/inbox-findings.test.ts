import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';
import { launchBrowser, openPage } from '../../web/support/browser.ts';
import { findings, reviewWithFindings, row } from '../../web/support/inbox.ts';
import { tap } from '../../web/support/tap.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), launchBrowser()]);
});
afterAll(() => Promise.all([service.close(), browser.close()]));

test('on a phone findings become marks by touch', async () => {
  const { url, read } = await reviewWithFindings(service);
  const { page, complaints } = await openPage(browser, url, true);
  await tap(page.locator('.sheet-handle'));
  await tap(findings(page).locator('summary').first());
  const accept = row(findings(page), 'Contrast of 2.1:1').getByRole('button', { name: 'Add as mark' });
  await accept.scrollIntoViewIfNeeded();
  expect((await accept.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await tap(accept);
  await expect.poll(async () => (await read()).marks.length).toBe(1);
  expect(complaints).toEqual([]);
  await page.context().close();
});
