import { expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { launchBrowser, oneTab, openPage } from './support/browser.ts';
import { findings, openFindings, reviewWithFindings, row } from './support/inbox.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const tab = oneTab(browser);

test('findings are grouped by kind, each with a word and a shape; selecting one outlines its area', async () => {
  const { url } = await reviewWithFindings(service);
  const { page, complaints } = await tab(url);
  await openFindings(page);
  expect(await findings(page).getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    'Accessibility 2',
    'Suggestions 1',
    'Polish 1',
  ]);
  const shapes = await findings(page)
    .getByRole('heading', { level: 3 })
    .evaluateAll((all) => all.map((one) => getComputedStyle(one, '::before').content));
  expect(new Set(shapes).size).toBe(3);
  await row(findings(page), 'Contrast of 2.1:1')
    .getByRole('button', { name: /^Show on the screenshot/ })
    .click();
  const outline = page.locator('.outline[data-kind="finding"]');
  await expect
    .poll(() =>
      outline.evaluate((box) => {
        const stage = box.closest('.scroller')?.getBoundingClientRect();
        const { top, bottom } = box.getBoundingClientRect();
        return stage !== undefined && top >= stage.top && bottom <= stage.bottom;
      }),
    )
    .toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => outline.count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('a finding becomes a mark with one press, or edited or as must fix, and each can be undone', async () => {
  const { url, read } = await reviewWithFindings(service);
  const { page } = await tab(url);
  await openFindings(page);
  await row(findings(page), 'Contrast of 2.1:1').getByRole('button', { name: 'Add as mark' }).click();
  await page.getByText('Added as mark 1.').waitFor();
  await row(findings(page), 'Show the date')
    .getByRole('button', { name: /^Show on the screenshot/ })
    .click();
  await row(findings(page), 'Show the date').getByRole('button', { name: 'Edit first' }).click();
  await page.getByRole('textbox', { name: 'What should change here?' }).fill('Show the delivery date');
  await page.getByRole('checkbox', { name: 'Must fix' }).check();
  await findings(page).getByRole('button', { name: 'Add as mark' }).and(page.locator('[type="submit"]')).click();
  await page.getByText('Added as mark 2.').waitFor();
  const review = await read();
  expect(review.marks.map(({ body, must_fix, source }) => [body, must_fix, source])).toEqual([
    ['Contrast of 2.1:1', false, 'finding'],
    ['Show the delivery date', true, 'finding'],
  ]);
  expect(review.findings.find(({ body }) => body === 'Contrast of 2.1:1')).toMatchObject({
    status: 'accepted',
    mark_id: 1,
  });
  await findings(page).getByText('2 added as marks').click();
  await findings(page).getByRole('button', { name: 'Now mark 1' }).click();
  await expect.poll(() => page.locator('.mark-row[data-selected="true"]').textContent()).toContain('Contrast of 2.1:1');
  await page.keyboard.press('Control+z');
  await row(findings(page), 'Show the date').getByRole('button', { name: 'Add as mark' }).waitFor();
  expect((await read()).marks.map(({ status }) => status)).toEqual(['open', 'withdrawn']);
});

test('dismissed by keyboard, a finding passes the focus on to the next, and the last of a kind to the screenshot', async () => {
  const { url, read } = await reviewWithFindings(service);
  const { page } = await tab(url);
  await findings(page).locator('summary').first().focus();
  await page.keyboard.press('Enter');
  const dismiss = (body: string) => row(findings(page), body).getByRole('button', { name: 'Dismiss' });
  await dismiss('Contrast of 2.1:1').focus();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('li')?.textContent ?? ''))
    .toContain('Tabs are skipped');
  await dismiss('Uneven edges').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('[data-scroller]'))).toBe(true);

  // A person who has moved the focus meanwhile keeps it.
  await dismiss('Show the date').focus();
  await dismiss('Show the date').evaluate((button: HTMLElement) => button.blur());
  const summary = findings(page).locator('summary').first();
  await summary.focus();
  const id = (await read()).findings.find(({ body }) => body === 'Show the date')?.id ?? 0;
  await service.byLink(url).call('hide_finding', { finding_id: id });
  await dismiss('Show the date').waitFor({ state: 'detached' });
  expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('a dismissed finding is dismissed for everybody, and can be restored', async () => {
  const { url, read } = await reviewWithFindings(service);
  const { page } = await tab(url);
  await openFindings(page);
  await row(findings(page), 'Uneven edges').getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('Finding dismissed.').waitFor();
  expect((await read()).findings.find(({ body }) => body === 'Uneven edges')?.status).toBe('hidden');
  const other = await openPage(browser, url);
  await openFindings(other.page);
  await findings(other.page).getByText('1 dismissed').click();
  await row(findings(other.page), 'Uneven edges').getByRole('button', { name: 'Restore' }).click();
  await row(findings(other.page), 'Uneven edges').getByRole('button', { name: 'Dismiss' }).waitFor();
  await row(findings(page), 'Uneven edges').getByRole('button', { name: 'Dismiss' }).waitFor();
  await other.page.context().close();
});
