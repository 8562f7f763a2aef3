import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { launchBrowser, openPage } from '../../web/support/browser.ts';
import { twoPasses } from '../../web/support/passes.ts';
import { tap } from '../../web/support/tap.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const passes = await twoPasses(service, { reference: 'github:7:42:visual' });

test('the list of what to look at stays folded on this device', async () => {
  const { page } = await openPage(browser, passes.first.review_url);
  const context = page.locator('details', { hasText: 'What to look at' });
  await context.getByText('Is the button right?').waitFor();
  await context.locator('summary').click();
  await expect.poll(() => context.getByText('Is the button right?').isVisible()).toBe(false);
  await page.reload();
  await context.waitFor();
  await expect.poll(() => context.getByText('Is the button right?').isVisible()).toBe(false);
  await page.context().close();
});

test('on a phone what to look at is visible at once, and in full in the sheet', async () => {
  const { page } = await openPage(browser, passes.first.review_url, true);
  const handle = page.locator('.sheet-handle');
  await expect.poll(() => handle.textContent()).toBe('What to look at: Is the button right?');
  await tap(handle);
  await page.locator('.context').getByText('Is the button right?').waitFor();
  await expect.poll(() => handle.textContent()).not.toContain('What to look at');
  const menu = page.getByRole('button', { name: /^About this review/ });
  await tap(menu);
  await page.getByText('pull request 42').waitFor();
  await page.context().close();
});
