import { expect, test } from 'vitest';
import { atFileEnd } from '../../support/file-end.ts';
import { startService } from '../../support/service.ts';
import { launchBrowser } from '../../web/support/browser.ts';
import { newGuestReview } from '../../web/support/guests.ts';
import { screens, tapGrid } from '../../web/support/tap-grid.ts';

test('each tap of a dense grid opens a composer with the focus in its text', async () => {
  const service = await startService();
  atFileEnd(service.close);
  const browser = await launchBrowser();
  atFileEnd(() => browser.close());
  const { reviewUrl, guestUrl } = await newGuestReview(service);
  const table = [];
  for (const screen of screens) {
    for (const [who, url] of Object.entries({ reviewer: reviewUrl, guest: guestUrl })) {
      const { taps, lost } = await tapGrid(browser, url, screen, 48);
      table.push({ who, width: screen.width, taps, lost: lost.length, first: JSON.stringify(lost.slice(0, 2)) });
    }
  }
  console.table(table);
  expect(table.filter(({ lost }) => lost > 0)).toEqual([]);
});
