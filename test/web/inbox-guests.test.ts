import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { keepUndo, launchBrowser, oneTab } from './support/browser.ts';
import { guests, reviewWithSuggestions, row, suggestionMarkers } from './support/inbox.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const tab = oneTab(browser);

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

test('suggestions are counted and dashed on the screenshot, each shown in both places, none wider than its column', async () => {
  const { review, suggest } = await reviewWithSuggestions(service);
  const { page, complaints } = await tab(review.review_url);
  await expect.poll(() => suggestionMarkers(page).count()).toBe(2);
  await expect.poll(() => guests(page).locator('.count').first().textContent()).toBe('3');
  await page.getByText('3 guest suggestions').waitFor();
  const face = suggestionMarkers(page).first().locator('.marker-face');
  expect(await face.evaluate((element) => getComputedStyle(element).borderStyle)).toBe('dashed');
  await row(guests(page), 'A warmer grey')
    .getByRole('button', { name: /^Show on the screenshot/ })
    .click();
  const warm = page.getByRole('button', { name: 'Suggestion by Ola: A warmer grey' });
  await expect.poll(() => warm.getAttribute('aria-pressed')).toBe('true');
  await expect
    .poll(() =>
      warm.evaluate((marker) => {
        const stage = marker.closest('.scroller')?.getBoundingClientRect();
        const { top, bottom } = marker.getBoundingClientRect();
        return stage !== undefined && top >= stage.top && bottom <= stage.bottom;
      }),
    )
    .toBe(true);
  await row(guests(page), 'Where is the date?')
    .getByRole('button', { name: /^Show on the screenshot/ })
    .click();
  await page.getByRole('region', { name: 'Receipt', exact: true }).waitFor();
  await suggestionMarkers(page).first().click();
  await expect.poll(() => row(guests(page), 'Where is the date?').getAttribute('data-selected')).toBe('true');
  await suggest('Shorter', { author: 'Grundstücksverkehrsgenehmigungszuständigkeitsstelle' });
  await row(guests(page), 'Shorter').waitFor();
  const over = page.locator('.panel-scroll').evaluate((panel) => panel.scrollWidth - panel.clientWidth);
  expect(await over).toBe(0);
  expect(complaints).toEqual([]);
});

test('one press makes a mark in the guest’s name, and undo restores the suggestion', async () => {
  const { review, read } = await reviewWithSuggestions(service);
  const { page } = await tab(review.review_url);
  await row(guests(page), 'More air').getByRole('button', { name: 'Add as mark' }).click();
  await page.getByText('Added as mark 1.').waitFor();
  await keepUndo(page);
  const [mark] = (await read()).marks;
  expect(mark).toMatchObject({ body: 'More air', author: 'Ola', source: 'accepted_suggestion', must_fix: false });
  await expect.poll(() => guests(page).locator('.count').first().textContent()).toBe('2');
  // A guest may use the reviewer's name, so the mark says that a guest suggested it.
  await page.locator('.mark-row').getByText('suggested by the guest Ola', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await row(guests(page), 'More air').getByRole('button', { name: 'Add as mark' }).waitFor();
  await expect
    .poll(async () => (await read()).suggestions.map(({ status }) => status))
    .toEqual(Array(3).fill('pending'));
  expect((await read()).marks.map(({ status }) => status)).toEqual(['withdrawn']);
});

test('a suggestion can become a must-fix mark or be edited first, and unsent text is kept', async () => {
  const { review, read } = await reviewWithSuggestions(service);
  const { page } = await tab(review.review_url);
  const choose = (body: string) =>
    row(guests(page), body)
      .getByRole('button', { name: /^Show on the screenshot/ })
      .click();
  await choose('More air');
  await row(guests(page), 'More air').getByRole('button', { name: 'As must fix' }).click();
  await page.getByText('Added as mark 1.').waitFor();
  await choose('A warmer grey');
  await row(guests(page), 'A warmer grey').getByRole('button', { name: 'Edit first' }).click();
  const field = page.getByRole('textbox', { name: 'What should change here?' });
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await field.fill('A warmer grey, like the header');
  await page.keyboard.press('Escape');
  await choose('A warmer grey');
  await row(guests(page), 'A warmer grey').getByRole('button', { name: 'Edit first' }).click();
  await expect.poll(() => field.inputValue()).toBe('A warmer grey, like the header');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Added as mark 2.').waitFor();
  expect((await read()).marks.map(({ body, must_fix, author }) => [body, must_fix, author])).toEqual([
    ['More air', true, 'Ola'],
    ['A warmer grey, like the header', false, 'Ola'],
  ]);
});

test('a dismissed suggestion leaves the screenshot and can be restored; the focus moves on', async () => {
  const { review, read } = await reviewWithSuggestions(service);
  const { page } = await tab(review.review_url);
  await row(guests(page), 'More air').getByRole('button', { name: 'Dismiss' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Suggestion dismissed.').waitFor();
  await expect.poll(() => suggestionMarkers(page).count()).toBe(1);
  await expect.poll(() => focused(page)).toBe('Dismiss');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('li')?.textContent?.includes('A warmer grey')))
    .toBe(true);
  await guests(page).getByText('1 suggestion answered').click();
  await guests(page).getByRole('button', { name: 'Restore' }).click();
  await expect.poll(() => suggestionMarkers(page).count()).toBe(2);
  await expect
    .poll(async () => (await read()).suggestions.map(({ status }) => status))
    .toEqual(Array(3).fill('pending'));
});
