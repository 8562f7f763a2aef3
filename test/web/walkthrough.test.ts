import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { review } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { launchBrowser, openPage } from './support/browser.ts';
import { focused } from './support/stage.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

/** Waits until a screen reader would have read out a text of its own accord. */
const announced = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text }).first().waitFor();

test('with a screen reader: from the link to a mark and a decision, by role, name and announcement alone', async () => {
  const client = await service.newClient();
  const made = await review(client, { title: 'Summer sale' });
  const { page, complaints } = await openPage(browser, made.review_url);
  await page.getByRole('heading', { level: 1, name: 'Summer sale' }).waitFor();
  await page.getByRole('navigation', { name: 'Screenshots' }).waitFor();
  await page.getByRole('main', { name: 'Screenshot' }).getByRole('img', { name: 'Home, pass 1' }).waitFor();
  await page.getByRole('complementary', { name: 'Marks' }).waitFor();
  await page.getByRole('region', { name: 'Decision' }).getByRole('button', { name: 'Approve' }).waitFor();

  await page.keyboard.press('m');
  await page.getByRole('button', { name: /^Crosshair on the screenshot\. Arrow keys move it/ }).waitFor();
  await page.keyboard.press('Shift+ArrowRight');
  await announced(page, /\d+ % across, \d+ % down/);
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'New mark' });
  await form.getByRole('textbox', { name: 'What should change here?' }).waitFor();
  await page.keyboard.type('The price is missing');
  await page.keyboard.press('Control+Enter');
  await announced(page, /Mark 1 saved\./);
  await page
    .getByRole('button', { name: /^Mark 1, open: The price is missing, on Home at \d+ % from the left/, pressed: true })
    .waitFor();

  await page.keyboard.press('d');
  const dialog = page.getByRole('dialog', { name: 'Request changes on “Summer sale”' });
  await dialog.waitFor();
  // Reading starts at its title.
  await expect.poll(() => focused(page)).toContain('Request changes on');
  await dialog.getByText('1 mark will be sent to be fixed.').waitFor();
  for (const name of ['Note', 'Your name']) await dialog.getByRole('textbox', { name, exact: true }).waitFor();
  await page.keyboard.press('Control+Enter');
  await announced(page, /requested/i);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect((await client.call('get_review', { id: made.id })).decision).toMatchObject({ outcome: 'changes_requested' });
  expect(complaints).toEqual([]);
  await page.context().close();
});
