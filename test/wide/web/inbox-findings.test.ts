import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';
import { launchBrowser, openPage, soon } from '../../web/support/browser.ts';
import { blocks } from '../../web/support/passes.ts';
import { tap } from '../../web/support/tap.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), launchBrowser()]);
});
afterAll(() => Promise.all([service.close(), browser.close()]));

async function reviewWithFindings() {
  const client = await service.newClient();
  const images = [{ image: await blocks(['#a9b8ae', '#a9b8ae', '#a9b8ae']), label: 'Desktop' }];
  const { id, review_url } = await client.call('create_review', { title: 'Checkout page', images });
  const area = { x: 0.05, y: 0.83, width: 0.3, height: 0.06 };
  await client.call('add_findings', {
    id,
    findings: [
      { body: 'Show the date', severity: 'suggestion', screenshot_index: 0 },
      { body: 'Contrast of 2.1:1', severity: 'a11y', screenshot_index: 0, area },
      { body: 'Uneven edges', severity: 'polish', screenshot_index: 0 },
      { body: 'Tabs are skipped', severity: 'a11y' },
    ],
  });
  return { url: review_url, read: () => client.call('get_review', { id }) };
}

const findings = (page: Page) => page.locator('#findings');
const row = (page: Page, body: string) => findings(page).locator('li', { hasText: body });
const open = (page: Page) => findings(page).locator('summary').first().click();

test('a dismissed finding is dismissed for everybody, and can be restored', async () => {
  const { url, read } = await reviewWithFindings();
  const { page } = await openPage(browser, url);
  await open(page);
  await row(page, 'Uneven edges').getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('Finding dismissed.').waitFor();
  expect((await read()).findings.find(({ body }) => body === 'Uneven edges')?.status).toBe('hidden');
  const other = await openPage(browser, url);
  await open(other.page);
  await findings(other.page).getByText('1 dismissed').click();
  await row(other.page, 'Uneven edges').getByRole('button', { name: 'Restore' }).click();
  await row(other.page, 'Uneven edges').getByRole('button', { name: 'Dismiss' }).waitFor();
  await row(page, 'Uneven edges').getByRole('button', { name: 'Dismiss' }).waitFor();
  await other.page.context().close();
  await page.context().close();
});

test('by keyboard alone the focus continues to the next finding', async () => {
  const { url } = await reviewWithFindings();
  const { page } = await openPage(browser, url);
  await findings(page).locator('summary').first().focus();
  await page.keyboard.press('Enter');
  await row(page, 'Contrast of 2.1:1').getByRole('button', { name: 'Dismiss' }).focus();
  await page.keyboard.press('Enter');
  await soon(() => page.evaluate(() => document.activeElement?.closest('li')?.textContent ?? '')).toContain(
    'Tabs are skipped',
  );
  await page.context().close();
});

test('on a phone findings become marks by touch', async () => {
  const { url, read } = await reviewWithFindings();
  const { page, complaints } = await openPage(browser, url, true);
  await tap(page.locator('.sheet-handle'));
  await tap(findings(page).locator('summary').first());
  const accept = row(page, 'Contrast of 2.1:1').getByRole('button', { name: 'Add as mark' });
  await accept.scrollIntoViewIfNeeded();
  expect((await accept.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await tap(accept);
  await soon(async () => (await read()).marks.length).toBe(1);
  expect(complaints).toEqual([]);
  await page.context().close();
});
