import { expect, test } from 'vitest';
import { startSlowImages } from '../../api/support/slow-images.ts';
import { startService } from '../../support/service.ts';
import { findingsInBothThemes } from '../../web/support/axe.ts';
import { launchBrowser, openPage } from '../../web/support/browser.ts';
import { guestReviewOf, newGuestReview, openGuest } from '../../web/support/guests.ts';

const [service, browser, slow] = await Promise.all([
  startService({ OUTBOUND_ALLOW: 'fetch=127.0.0.0/8' }),
  launchBrowser(),
  startSlowImages(),
]);

test('withdrawn: shown live on the screenshots, and as a page where there are none', async () => {
  const shared = await newGuestReview(service);
  const { page } = await openGuest(browser, shared.guestUrl);
  await shared.client.call('cancel_review', { id: shared.id });
  await page.getByText('This review was withdrawn: no one is waiting').waitFor();
  await page.reload();
  await page.getByText('This review was withdrawn: no one is waiting').waitFor();
  await page.context().close();

  slow.hold();
  const early = await shared.client.call('create_review', { title: 'Early', images: [`${slow.url}/early.png`] });
  await shared.client.call('cancel_review', { id: early.id });
  const empty = await openPage(browser, early.guest_share_url);
  await empty.page.getByRole('heading', { name: 'This review was withdrawn' }).waitFor();
  expect(await findingsInBothThemes(empty.page)).toEqual([]);
  await empty.page.context().close();
  slow.letThrough();
});

test('while screenshots are made: a count, then the screenshots without a reload; failed: what to do', async () => {
  slow.hold();
  const client = await service.newClient();
  const images = ['a', 'b'].map((name) => ({ image: `${slow.url}/${name}.png`, label: name }));
  const review = await client.call('create_review', { title: 'Slow', images });
  const shared = guestReviewOf(service, client, review);
  const { page } = await openPage(browser, shared.guestUrl);
  await page.getByRole('heading', { name: 'Preparing screenshots' }).waitFor();
  await page.getByRole('progressbar', { name: '0 of 2 screenshots' }).waitFor();
  expect(await findingsInBothThemes(page)).toEqual([]);
  slow.letThrough();
  // The page opens on the screenshot that is made first, and stays on it when the other one follows.
  await page.getByRole('img', { name: /^[ab], pass 1$/ }).waitFor();
  await page.getByText('Click the screenshot to leave a suggestion.').waitFor();
  await page.context().close();

  const broken = await client.call('create_review', {
    title: 'Broken',
    images: [{ image: 'http://127.0.0.1:9/none.png', label: 'None' }],
  });
  const failed = await openPage(browser, broken.guest_share_url);
  await failed.page.getByRole('heading', { name: 'No screenshot could be made' }).waitFor();
  expect(await findingsInBothThemes(failed.page)).toEqual([]);
  await failed.page.context().close();
});
