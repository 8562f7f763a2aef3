import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { launchBrowser, oneTab } from './support/browser.ts';
import { passWithChangeUnasked } from './support/passes.ts';
import { boxOf } from './support/stage.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const tab = oneTab(browser);

const boxes = (page: Page) => page.locator('.changed-area');
const onStage = (page: Page) =>
  boxes(page)
    .first()
    .evaluate((box) => {
      const stage = box.closest('.scroller')?.getBoundingClientRect();
      const { top, bottom } = box.getBoundingClientRect();
      return stage !== undefined && top >= stage.top && bottom <= stage.bottom;
    });

test('while verifying, each mark shows whether its area changed, and other changes are listed', async () => {
  const url = await passWithChangeUnasked(service);
  const { page, complaints } = await tab(url);
  await page.getByText(/^This area changed: \d+ % of its pixels\.$/).waitFor();
  await page.getByText('This area did not change.').waitFor();
  await expect.poll(() => page.getByText('This area did not change.').count()).toBe(1);

  expect(await boxes(page).count()).toBe(0);
  const unasked = page.locator('details', { hasText: 'Changed outside the marks' }).getByRole('button');
  await expect.poll(() => unasked.count()).toBe(1);
  await unasked.click();
  await expect.poll(() => boxes(page).count()).toBe(1);
  await expect.poll(() => onStage(page)).toBe(true);
  await page.getByText('2 of 2 changes').waitFor();
  await page.getByText('Some may follow from a fix. Check them before you approve.').waitFor();
  await service.byLink(url).call('decide', { outcome: 'approved', after_decision: 0 });
  await page.getByText('Some may follow from a fix.', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test('keys and buttons step through the changes, and a comparison outlines all of them', async () => {
  const { page } = await tab(await passWithChangeUnasked(service));
  const changes = page.getByRole('group', { name: 'Changes since pass 1' });
  await changes.getByText('2 changes').waitFor();
  await page.keyboard.press('.');
  await changes.getByText('1 of 2 changes').waitFor();
  await expect.poll(() => page.getByText(/^Change 1 of 2: changed, .+, at mark 1$/).count()).toBe(1);
  // The first block begins at row 200 of 2,400; its outline covers none of it.
  const [outline, image] = [await boxOf(boxes(page).first()), await boxOf(page.locator('[data-scroller] .image'))];
  expect(outline.y + 2).toBeLessThanOrEqual(image.y + (image.height * 200) / 2400);
  await changes.getByRole('button', { name: 'Next change' }).click();
  await changes.getByText('2 of 2 changes').waitFor();
  await expect.poll(() => page.getByText(/^Change 2 of 2: changed, .+, outside the marks$/).count()).toBe(1);
  await page.keyboard.press('.');
  await changes.getByText('1 of 2 changes').waitFor();
  await page.keyboard.press(',');
  await changes.getByText('2 of 2 changes').waitFor();
  await page.keyboard.press('Escape');
  await changes.getByText('2 changes', { exact: true }).waitFor();
  expect(await boxes(page).count()).toBe(0);
  await page.keyboard.press('3');
  await expect.poll(() => boxes(page).count()).toBe(2);
  await page.keyboard.press('1');
  await expect.poll(() => boxes(page).count()).toBe(0);
  await page.keyboard.press('c');
  await expect.poll(() => boxes(page).count()).toBe(2);
  await page.reload();
  await expect.poll(() => boxes(page).count()).toBe(2);
});
