import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { launchBrowser, openPage } from '../../web/support/browser.ts';
import { guests, reviewWithSuggestions, row } from '../../web/support/inbox.ts';
import { tap } from '../../web/support/tap.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

test('on a phone suggestions are answered in the sheet by touch', async () => {
  const { review, read } = await reviewWithSuggestions(service);
  const { page, complaints } = await openPage(browser, review.review_url, true);
  await tap(page.getByRole('button', { name: /Guests 3/ }));
  const accept = row(guests(page), 'More air').getByRole('button', { name: 'Add as mark' });
  await accept.scrollIntoViewIfNeeded();
  expect((await accept.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await tap(accept);
  await page.getByText('Added as mark 1.').waitFor();
  await tap(row(guests(page), 'A warmer grey').getByRole('button', { name: 'Dismiss' }));
  await expect
    .poll(async () => (await read()).suggestions.map(({ status }) => status))
    .toEqual(['accepted', 'dismissed', 'pending']);
  expect(complaints).toEqual([]);
  await page.context().close();
});
