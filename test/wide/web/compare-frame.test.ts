import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';
import { launchBrowser, openPage, soon } from '../../web/support/browser.ts';
import { type Passes, twoPasses } from '../../web/support/passes.ts';
import { drawn } from '../../web/support/stage.ts';
import { tap } from '../../web/support/tap.ts';

let service: TestService;
let browser: Browser;
let passes: Passes;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), launchBrowser()]);
  passes = await twoPasses(service, { reference: 'github:7:42:visual' });
});
afterAll(() => Promise.all([service.close(), browser.close()]));

test('the list of what to look at stays folded on this device', async () => {
  const { page } = await openPage(browser, passes.first.review_url);
  const context = page.locator('details', { hasText: 'What to look at' });
  await page.getByText('Is the button right?').waitFor();
  await context.locator('summary').click();
  await soon(() => page.getByText('Is the button right?').isVisible()).toBe(false);
  await page.reload();
  await context.waitFor();
  await soon(() => page.getByText('Is the button right?').isVisible()).toBe(false);
  await page.context().close();
});

test('on a phone the menu holds what to look at, which covers nothing until it is opened', async () => {
  const { page } = await openPage(browser, passes.first.review_url, true);
  const menu = page.getByRole('button', { name: /^About this review/ });
  await menu.waitFor();
  expect(await page.getByText('Is the button right?').count()).toBe(0);
  await tap(menu);
  await page.getByText('Is the button right?').waitFor();
  await page.getByText('pull request 42').waitFor();
  await drawn(page);
  await page.touchscreen.tap(200, 700);
  await soon(() => page.getByText('Is the button right?').count()).toBe(0);
  await page.context().close();
});
