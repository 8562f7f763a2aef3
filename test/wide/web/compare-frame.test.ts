import { expect, test } from 'vitest';
import { mark } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';
import { launchBrowser, openPage } from '../../web/support/browser.ts';
import { twoShots } from '../../web/support/guests.ts';
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
  const [image] = await twoShots();
  const made = { title: 'Checkout page', context: 'Is the button right?', reference: 'github:7:42:visual' };
  const { review_url: url } = await passes.client.call('create_review', { ...made, images: image ? [image] : [] });
  const { page } = await openPage(browser, url, true);
  const handle = page.locator('.sheet-handle');
  await expect.poll(() => handle.textContent()).toBe('What to look at: Is the button right?');
  await tap(handle);
  await page.locator('.context').getByText('Is the button right?').waitFor();
  await expect.poll(() => handle.textContent()).not.toContain('What to look at');
  const menu = page.getByRole('button', { name: /^About this review/ });
  await tap(menu);
  await page.getByText('pull request 42').waitFor();
  // What there is to do comes first.
  await service.byLink(url).call('place_mark', mark({}));
  await page.reload();
  await expect.poll(() => handle.textContent()).toBe('Marks 1');
  await page.context().close();
});
