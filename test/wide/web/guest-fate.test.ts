import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SlowPictures, startSlowPictures } from '../../api/support/slow-pictures.ts';
import { startService, type TestService } from '../../support/service.ts';
import { findings } from '../../web/support/axe.ts';
import { launchBrowser, openPage } from '../../web/support/browser.ts';
import { newScene, openGuest, sceneOf } from '../../web/support/guests.ts';

let service: TestService;
let browser: Browser;
let pictures: SlowPictures;
const aheadMs = 0;
beforeAll(async () => {
  service = await startService({ OUTBOUND_ALLOW: 'fetch=127.0.0.0/8' }, () => new Date(Date.now() + aheadMs));
  browser = await launchBrowser();
  pictures = await startSlowPictures();
});
afterAll(async () => {
  pictures.letThrough();
  await browser.close();
  await service.close();
  await pictures.close();
});

/** What axe finds serious in light and in dark. */
async function inBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without motion, so that no colour is caught on its way.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    found.push(...(await findings(page)).map((finding) => `${colorScheme}: ${finding}`));
  }
  return found;
}

test('withdrawn: said live on the pictures, and as a page where there are none', async () => {
  const scene = await newScene(service);
  const { page } = await openGuest(browser, scene.guestUrl);
  await scene.client.call('cancel_review', { id: scene.id });
  await page.getByText('This review was withdrawn: nobody waits').waitFor();
  await page.reload();
  await page.getByText('This review was withdrawn: nobody waits').waitFor();
  await page.context().close();

  pictures.hold();
  const early = await scene.client.call('create_review', { title: 'Early', images: [`${pictures.url}/early.png`] });
  await scene.client.call('cancel_review', { id: early.id });
  const empty = await openPage(browser, early.guest_share_url);
  await empty.page.getByRole('heading', { name: 'This review was withdrawn' }).waitFor();
  expect(await inBothThemes(empty.page)).toEqual([]);
  await empty.page.context().close();
  pictures.letThrough();
});

test('while the pictures are made: a real count, then the pictures by themselves; failed: what to do', async () => {
  pictures.hold();
  const client = await service.newClient();
  const images = ['a', 'b'].map((name) => ({ image: `${pictures.url}/${name}.png`, label: name }));
  const review = await client.call('create_review', { title: 'Slow', images });
  const scene = sceneOf(service, client, review);
  const { page } = await openPage(browser, scene.guestUrl);
  await page.getByRole('heading', { name: 'The pictures are being made' }).waitFor();
  await page.getByRole('progressbar', { name: '0 of 2 pictures' }).waitFor();
  expect(await inBothThemes(page)).toEqual([]);
  pictures.letThrough();
  await page.getByRole('img', { name: 'a, pass 1' }).waitFor();
  await page.getByText('Click the picture to leave a suggestion.').waitFor();
  await page.context().close();

  const broken = await client.call('create_review', {
    title: 'Broken',
    images: [{ image: 'http://127.0.0.1:9/none.png', label: 'None' }],
  });
  const failed = await openPage(browser, broken.guest_share_url);
  await failed.page.getByRole('heading', { name: 'There are no pictures to look at' }).waitFor({ timeout: 60_000 });
  expect(await inBothThemes(failed.page)).toEqual([]);
  await failed.page.context().close();
});
