import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { launchBrowser, openPage } from '../../web/support/browser.ts';
import { type Passes, twoPasses } from '../../web/support/passes.ts';
import { tap } from '../../web/support/tap.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

const fixed = (page: Page, id: number) => page.getByRole('button', { name: `Looks fixed: mark ${id}` });
const notFixed = (page: Page, id: number) =>
  page.getByRole('button', { name: `Not fixed yet: mark ${id}`, exact: true });
const reason = (page: Page) => page.getByRole('textbox', { name: 'What is still wrong?' });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
const statuses = async ({ client, second }: Passes) =>
  (await client.call('get_review', { id: second.id })).marks.map(({ status }) => status);

const inView = `(() => {
  const form = document.querySelector('form.reopen')?.getBoundingClientRect();
  const panel = document.querySelector('.panel-scroll').getBoundingClientRect();
  return form !== undefined && form.top >= panel.top && form.bottom <= Math.min(panel.bottom, innerHeight) + 1;
})()`;

test('the form of “Not fixed yet” is visible, however much stands above it', async () => {
  const { second } = await twoPasses(service);
  const { page } = await openPage(browser, second.review_url);
  await page.getByRole('img', { name: 'Desktop, pass 2' }).first().waitFor();
  for (const height of [900, 640, 480]) {
    for (const block of ['start', 'end'] as const) {
      await page.setViewportSize({ width: 1440, height });
      await notFixed(page, 1).evaluate((button, block) => button.scrollIntoView({ block }), block);
      await notFixed(page, 1).press('Enter');
      await reason(page).fill('One\nTwo\nThree\nFour');
      await expect.poll(() => page.evaluate(inView)).toBe(true);
      expect(await page.evaluate(() => document.querySelector('.top-bar')?.getBoundingClientRect().top)).toBe(0);
      await page.keyboard.press('Escape');
    }
  }
  await page.context().close();
});

test.each([
  ['tablet', { width: 768, height: 1024 }, false],
  ['phone', { width: 390, height: 844 }, true],
])('in a long list on a %s the form is visible too', async (_, viewport, phone) => {
  const { second } = await twoPasses(service, { marks: 24 });
  const context = await browser.newContext({ viewport, hasTouch: true, isMobile: phone });
  const page = await context.newPage();
  await page.goto(second.review_url);
  await page.getByRole('img', { name: 'Desktop, pass 2' }).first().waitFor();
  await tap(page.getByRole('button', { name: /^To verify/ }));
  for (const id of [1, 13, 24]) {
    await notFixed(page, id).click();
    await expect.poll(() => page.evaluate(inView)).toBe(true);
    await page.getByRole('button', { name: 'Cancel' }).click();
  }
  await context.close();
});

test('by keyboard alone the focus moves to the next verdict, and is never lost', async () => {
  const passes = await twoPasses(service);
  const { page } = await openPage(browser, passes.second.review_url);
  await fixed(page, 1).focus();
  await page.keyboard.press('Enter');
  await fixed(page, 1).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Looks fixed: mark 2');
  await notFixed(page, 2).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('No');
  await page.keyboard.press('Control+Enter');
  await fixed(page, 2).waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('.verify-row')?.textContent))
    .toContain('Too low');
  await fixed(page, 3).focus();
  await page.keyboard.press('Space');
  await fixed(page, 3).waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  await page.context().close();
});

test('on a phone the queue is judged by touch, with targets that are large enough', async () => {
  const passes = await twoPasses(service);
  const { page, complaints } = await openPage(browser, passes.second.review_url, true);
  await tap(page.getByRole('button', { name: /^To verify 3/ }));
  const size = await fixed(page, 1).boundingBox();
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await tap(fixed(page, 1));
  await page.getByText('Mark 1 verified. 2 left to verify.').waitFor();
  await tap(notFixed(page, 2));
  await reason(page).fill('Still crowded');
  await tap(page.getByRole('button', { name: 'Report as not fixed' }));
  await page.getByText('Mark 2 was sent back to be fixed. 1 left to verify.').waitFor();
  await expect.poll(() => statuses(passes)).toEqual(['verified', 'reopened', 'resolved']);
  expect(complaints).toEqual([]);
  await page.context().close();
});
