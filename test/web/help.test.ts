import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { intercept, launchBrowser, oneTab, openPage } from './support/browser.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const tab = oneTab(browser);

const field = (page: Page) => page.getByRole('combobox', { name: 'Search' });
const options = (page: Page) => page.getByRole('option');
const status = (page: Page) => page.locator('#search-status');
const chosen = (page: Page) =>
  options(page).evaluateAll((all) => all.findIndex(({ ariaSelected }) => ariaSelected === 'true'));

test('the search opens by its key, finds a setting, and is usable by keyboard alone', async () => {
  const { page, complaints } = await tab(`${service.url}/help/index.html`);
  for (const key of ['Control+/', 'Meta+/', 'Alt+/']) await page.keyboard.press(key);
  expect(await field(page).isVisible()).toBe(false);
  await page.keyboard.press('/');
  await field(page).fill('OUTBOUND_ALLOW');
  await expect.poll(() => options(page).count()).toBeGreaterThan(1);
  const count = await options(page).count();
  expect(await status(page).textContent()).toBe(`${count} found`);
  await page.keyboard.press('ArrowDown');
  expect(await chosen(page)).toBe(1);
  for (let times = 0; times < 2; times += 1) await page.keyboard.press('ArrowUp');
  expect(await chosen(page)).toBe(count - 1);
  await page.keyboard.press('/');
  await expect.poll(() => field(page).inputValue()).toBe('OUTBOUND_ALLOW/');
  await page.keyboard.press('Escape');
  await field(page).waitFor({ state: 'hidden' });

  await page.keyboard.press('/');
  await field(page).fill('What it may reach');
  const first = options(page).first();
  await expect.poll(() => first.locator('strong').textContent()).toBe('What it may reach');
  expect(await first.locator('small').textContent()).toBe('Settings');
  await page.keyboard.press('Enter');
  await page.waitForURL(/settings\.html#what-it-may-reach$/);
  await page.keyboard.press('/');
  await field(page).fill('capacity');
  await expect.poll(() => first.locator('strong').textContent()).toBe('Capacity');
  expect(await first.locator('small').textContent()).toBe('');
  await field(page).fill('qqqqzzzz');
  await page.getByText('Nothing found for “qqqqzzzz”.').waitFor();
  await page.keyboard.press('ArrowDown');
  await field(page).fill('capacity');
  await expect.poll(() => chosen(page)).toBe(0);
  await field(page).fill('');
  await expect.poll(() => status(page).textContent()).toBe('');
  expect(await options(page).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('while the index cannot be loaded the search says so, and the next key tries again', async () => {
  const { page } = await tab(`${service.url}/help/index.html`);
  await intercept(page, '**/search.json', (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.getByRole('button', { name: 'Search' }).click();
  await field(page).fill('OUTBOUND_ALLOW');
  await page.getByText('The search could not be loaded.').waitFor();
  await page.unroute('**/search.json');
  await field(page).fill('OUTBOUND_ALLOW ');
  await expect.poll(() => options(page).count()).toBeGreaterThan(1);
});

test('each block of code has a button after it that copies it, over plain http too', async () => {
  const { page } = await openPage(browser, 'about:blank');
  // As over plain http from another machine.
  await page.addInitScript(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
  await page.addInitScript(`document.addEventListener('copy', () => { globalThis.copied = String(getSelection()) })`);
  await page.goto(`${service.url}/help/self-hosting.html`);
  const block = page.locator('main pre').first();
  const copy = page.locator('main pre + button').first();
  await copy.click();
  await expect.poll(() => copy.textContent()).toBe('Copied');
  expect(await page.evaluate('copied')).toBe(await block.locator('code').textContent());
  await page.context().close();
});
