import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { launchBrowser } from '../../web/support/browser.ts';
import { newGuestReview } from '../../web/support/guests.ts';
import { phone, screens, tapGrid } from '../../web/support/tap-grid.ts';

test('each tap of a dense grid opens a composer with the focus in its text', async () => {
  const service = await startService();
  const browser = await launchBrowser();
  const { reviewUrl, guestUrl } = await newGuestReview(service);
  const pages = screens.map((screen) => ({ who: 'reviewer', url: reviewUrl, screen }));
  // The guests' page is the same page.
  pages.push({ who: 'guest', url: guestUrl, screen: phone });
  const table = [];
  for (const { who, url, screen } of pages) {
    const { taps, lost } = await tapGrid(browser, url, screen, 48);
    table.push({ who, width: screen.width, taps, lost: lost.length, first: JSON.stringify(lost.slice(0, 2)) });
  }
  console.table(table);
  expect(table.filter(({ lost }) => lost > 0)).toEqual([]);
});
