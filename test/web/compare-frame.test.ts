import { expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { launchBrowser, oneTab } from './support/browser.ts';
import { twoPasses } from './support/passes.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const tab = oneTab(browser);
const passes = await twoPasses(service, { reference: 'github:7:42:visual' });

test('a menu lists the passes with state and time, and the older one as view only', async () => {
  const { page } = await tab(passes.second.review_url);
  const menu = page.getByRole('button', { name: 'About this review, pass 2 of 2' });
  await menu.click();
  const links = page.getByRole('list', { name: 'All passes, newest first' }).getByRole('link');
  await expect.poll(() => links.count()).toBe(2);
  await expect.poll(() => links.nth(0).getAttribute('aria-current')).toBe('page');
  await expect.poll(() => links.nth(0).textContent()).toContain('open');
  await expect.poll(() => links.nth(1).textContent()).toContain('changes requested');
  await expect.poll(() => links.nth(1).textContent()).toContain('view only');
  const time = links.nth(1).locator('time');
  await expect.poll(() => time.getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect((await time.getAttribute('title'))?.length).toBeGreaterThan(20);
  await page.keyboard.press('Escape');
  await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false');
  await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true);
  await menu.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(passes.first.review_url);
  await page.getByText('You’re viewing an older pass. Pass 2 is available.').waitFor();
});

test('arrow keys move along the filmstrip, Tab leaves it, and its labels describe each screenshot fully', async () => {
  const { page } = await tab(passes.second.review_url);
  const strip = page.getByRole('navigation', { name: 'Screenshots' });
  const [desktop, receipt] = [strip.getByRole('button', { name: /^Desktop/ }), strip.getByRole('button').nth(1)];
  await page.getByRole('img', { name: 'Desktop, pass 2' }).first().waitFor();
  await expect
    .poll(() => desktop.getAttribute('aria-label'))
    .toMatch(/^Desktop, .+ changed since pass 1, 3 marks, 1 must fix, seen$/);
  await expect.poll(() => receipt.getAttribute('aria-label')).toBe('Receipt, new since pass 1, not seen yet');
  expect(await strip.getByRole('button').evaluateAll((all) => all.map((one) => one.getAttribute('tabindex')))).toEqual([
    '0',
    '-1',
  ]);
  await desktop.focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => receipt.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(() => receipt.getAttribute('aria-current')).toBe('true');
  await expect.poll(() => receipt.getAttribute('aria-label')).toBe('Receipt, new since pass 1, seen');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('nav'))).toBeNull();
});
