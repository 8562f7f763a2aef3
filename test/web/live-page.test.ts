import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { undoLasts } from '../../server/web/review/undo.ts';
import { onPage } from '../support/on-page.ts';
import { startService } from '../support/service.ts';
import { launchBrowser, oneTab } from './support/browser.ts';
import { desktopImage } from './support/guests.ts';
import { at, atWork, openCounted, pointed, reviewOfTwoShots } from './support/live-page.ts';
import { pageImage } from './support/page-image.ts';
import { marker, ready, stage, toastWith, words, write } from './support/review-page.ts';
import { drawn } from './support/stage.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const tab = oneTab(browser);
const client = await service.newClient();

/** Scrolls down and starts to write, so that updates arrive meanwhile. */
async function busy(page: Page) {
  await stage(page).evaluate((element) => element.scrollTo({ top: 640, behavior: 'instant' }));
  await write(page, { x: 400, y: 260 }, 'Half a sen');
  await expect.poll(() => words(page).inputValue()).toBe('Half a sen');
  return atWork(page);
}

describe('updates while the page is open', () => {
  test('are announced and shown without a reload, and move nothing while a person writes', async () => {
    const review = await reviewOfTwoShots(client);
    const { page, complaints, loads } = await openCounted(browser, review.review_url);
    const before = await busy(page);
    await page.clock.install();
    const other = service.byLink(review.review_url);
    const guest = onPage(service.url, review.guest_share_url.split('/g/')[1] ?? '');
    let recent = 0;
    const arrives = async (cause: () => Promise<unknown>, text: string | RegExp) => {
      // The notice before would hold back the next one for ten seconds.
      await page.clock.fastForward(undoLasts);
      await expect.poll(() => page.locator('.toasts .toast:not(.note)').count()).toBe(0);
      await cause();
      await toastWith(page, text).waitFor();
      expect(await atWork(page)).toEqual(before);
      recent += 1;
    };
    await arrives(
      () =>
        guest.call('suggest', { ...at, body: 'More air', author: 'Ola', client_suggestion_id: crypto.randomUUID() }),
      'Ola left a suggestion.',
    );
    await arrives(() => other.call('place_mark', pointed('By another')), 'Mark 1 was added.');
    await marker(page, 1).waitFor({ state: 'attached' });
    await arrives(() => other.call('edit_mark', { mark_id: 1, body: 'By another, better' }), 'Mark 1 was changed.');
    await arrives(() => other.call('withdraw_mark', { mark_id: 1 }), 'Mark 1 was deleted.');
    await arrives(
      () => client.call('add_findings', { id: review.id, findings: [{ body: 'Low contrast' }, { body: 'Tiny' }] }),
      '2 findings came in.',
    );
    await arrives(
      async () => client.call('add_screenshot', { id: review.id, image: await desktopImage(), label: 'Tablet' }),
      'All 3 screenshots are ready.',
    );
    await arrives(
      async () =>
        client.call('create_review', { title: 'Checkout page', parent_id: review.id, images: [await desktopImage()] }),
      /^Pass 2 is ready\./,
    );
    await expect.poll(() => page.getByRole('link', { name: 'Go to pass 2' }).count()).toBe(1);
    expect(loads()).toBe(0);
    expect(page.url()).toBe(review.review_url);
    expect(complaints).toEqual([]);
    console.log(`${recent} kinds of arrivals while writing: 0 reloads, the picture, scroll, focus and words unmoved`);
    await page.context().close();
  });

  test('still arrive after the page was offline', async () => {
    const review = await reviewOfTwoShots(client);
    const { page } = await openCounted(tab, review.review_url);
    await expect.poll(() => page.evaluate(() => performance.getEntriesByType('resource').length)).toBeGreaterThan(0);
    const other = service.byLink(review.review_url);
    await other.call('place_mark', pointed('Before'));
    await marker(page, 1).waitFor({ state: 'attached' });
    await page.context().setOffline(true);
    await other.call('place_mark', pointed('While away', { y: 0.4 }));
    await page.context().setOffline(false);
    await marker(page, 2).waitFor({ state: 'attached' });
    await other.call('place_mark', pointed('After', { y: 0.5 }));
    await marker(page, 3).waitFor({ state: 'attached' });
  });

  test('are dismissed each by itself, and shown again when they end and come back', async () => {
    const review = await reviewOfTwoShots(client);
    const { page } = await openCounted(tab, review.review_url);
    const note = page.locator('.toasts .note');
    const dismiss = (what: Locator) => what.getByRole('button', { name: 'Dismiss' }).click();
    const goOffline = async () => {
      await page.context().setOffline(true);
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    };
    await goOffline();
    await note.getByText('The service cannot be reached.').waitFor();
    await dismiss(note);
    await note.waitFor({ state: 'detached' });
    await page.context().setOffline(false);
    await client.call('cancel_review', { id: review.id });
    await dismiss(page.locator('.toast', { hasText: 'This review can no longer be changed.' }));
    await note.getByText('This review was withdrawn by its requester.').waitFor();
    // Each note is dismissed by itself, and one that ended in between comes back.
    await goOffline();
    await dismiss(note);
    await note.getByText('The service cannot be reached.').waitFor();
    await dismiss(note);
    await drawn(page);
    expect(await note.count()).toBe(0);
    await page.context().close();
  });
});

describe('a newer pass during marking', () => {
  test('opens with one press, and keeps screenshot, zoom, place and unsent text', async () => {
    const review = await reviewOfTwoShots(client);
    const { page, complaints } = await openCounted(tab, review.review_url);
    await page.getByRole('navigation', { name: 'Screenshots' }).getByRole('button', { name: 'Mobile' }).click();
    await ready(page, 'Mobile');
    await page.keyboard.press('0');
    await page.keyboard.press('+');
    await write(page, { x: 420, y: 200 }, 'On the phone it is too sm');
    await page.keyboard.press('Escape');
    await write(page, { x: 420, y: 320 }, 'And this');
    const scroll = async () => stage(page).evaluate((element) => element.scrollTop);
    await page.keyboard.press('Escape');
    await stage(page).evaluate((element) => element.scrollTo({ top: 230, behavior: 'instant' }));
    const top = await scroll();
    const images = [
      { image: await desktopImage(), label: 'Wide' },
      { image: await pageImage(390, 1600, '#18723f'), label: 'Mobile' },
    ];
    const next = await client.call('create_review', { title: 'Checkout page', parent_id: review.id, images });
    await page.getByText('Pass 2 is ready. Your drafts move there too.').waitFor();
    await page.getByRole('link', { name: 'Go to pass 2' }).click();
    await page.waitForURL(next.review_url);
    await ready(page, 'Mobile');
    await expect.poll(scroll).toBe(top);
    await expect.poll(() => page.locator('.zoom-now').textContent()).toBe('125 %');
    await expect.poll(() => page.getByRole('button', { name: 'Continue editing' }).count()).toBe(2);
    const row = page.locator('li').filter({ hasText: 'On the phone it is too sm' });
    await row.getByRole('button', { name: 'Continue editing' }).click();
    await expect.poll(() => words(page).inputValue()).toBe('On the phone it is too sm');
    await page.getByText('Written on “Mobile” of pass 1.').waitFor();
    await page.keyboard.type('all');
    await page.keyboard.press('Control+Enter');
    await marker(page, 1).waitFor();
    const { marks } = await client.call('get_review', { id: next.id });
    expect(marks.map(({ body, screenshot_index }) => [body, screenshot_index])).toEqual([
      ['On the phone it is too small', 1],
    ]);
    expect(complaints).toEqual([]);
  });
});
