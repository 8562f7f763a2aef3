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

async function hinted() {
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

const hints = (page: Page) => page.locator('#hints');
const row = (page: Page, body: string) => hints(page).locator('li', { hasText: body });
const open = (page: Page) => hints(page).locator('summary').first().click();

test('a hidden hint is hidden for everybody, and can be put back', async () => {
  const { url, read } = await hinted();
  const { page } = await openPage(browser, url);
  await open(page);
  await row(page, 'Uneven edges').getByRole('button', { name: 'Hide' }).click();
  await page.getByText('Hint hidden.').waitFor();
  expect((await read()).findings.find(({ body }) => body === 'Uneven edges')?.status).toBe('hidden');
  const other = await openPage(browser, url);
  await open(other.page);
  await hints(other.page).getByText('1 hidden').click();
  await row(other.page, 'Uneven edges').getByRole('button', { name: 'Put back' }).click();
  await row(other.page, 'Uneven edges').getByRole('button', { name: 'Hide' }).waitFor();
  await row(page, 'Uneven edges').getByRole('button', { name: 'Hide' }).waitFor();
  await other.page.context().close();
  await page.context().close();
});

test('by keyboard alone the focus goes on to the next hint', async () => {
  const { url } = await hinted();
  const { page } = await openPage(browser, url);
  await hints(page).locator('summary').first().focus();
  await page.keyboard.press('Enter');
  await row(page, 'Contrast of 2.1:1').getByRole('button', { name: 'Hide' }).focus();
  await page.keyboard.press('Enter');
  await soon(() => page.evaluate(() => document.activeElement?.closest('li')?.textContent ?? '')).toContain(
    'Tabs are skipped',
  );
  await page.context().close();
});

test('on a phone hints become marks by touch', async () => {
  const { url, read } = await hinted();
  const { page, complaints } = await openPage(browser, url, true);
  await tap(page.locator('.sheet-handle'));
  await tap(hints(page).locator('summary').first());
  const accept = row(page, 'Contrast of 2.1:1').getByRole('button', { name: 'Make it a mark' });
  await accept.scrollIntoViewIfNeeded();
  expect((await accept.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await tap(accept);
  await soon(async () => (await read()).marks.length).toBe(1);
  expect(complaints).toEqual([]);
  await page.context().close();
});
