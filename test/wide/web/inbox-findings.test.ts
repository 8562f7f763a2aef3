import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { launchBrowser, openPage } from '../../web/support/browser.ts';
import { findings, reviewWithFindings, row } from '../../web/support/inbox.ts';
import { tap } from '../../web/support/tap.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

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
