import { describe, expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { launchBrowser, openPage } from '../../web/support/browser.ts';
import { another, bodiesOf, kept, newReview, open, takenBy, worksOffline } from '../../web/support/nothing-lost.ts';
import { marker, toastAtLast, toastWith, words, write } from '../../web/support/review-page.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

test('changes that wait are sent when the page is opened again, once by two tabs', async () => {
  const { client, id, url } = await newReview(service);
  const { page } = await open(browser, url);
  const context = page.context();
  const taken = takenBy(context);
  await context.setOffline(true);
  await write(page, { x: 200, y: 160 }, 'Closed on a train');
  await page.keyboard.press('Control+Enter');
  await toastWith(page, '1 change not sent yet.').waitFor();
  await page.close();
  await context.setOffline(false);
  const tabs = await Promise.all([another(context, url), another(context, url)]);
  for (const tab of tabs) {
    await marker(tab, 1).waitFor();
    await expect.poll(() => kept(tab)).toBe(0);
  }
  expect(taken).toEqual(['POST marks']);
  expect(await bodiesOf(client, id)).toEqual(['Closed on a train']);
  await context.close();
});

describe('typed text', () => {
  test('lasts as long as the page where the browser stores nothing, and the page says so', async () => {
    const { client, id, url } = await newReview(service);
    const { page } = await openPage(browser, 'about:blank');
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await page.goto(url);
    await worksOffline(page);
    await page.clock.install();
    await page.context().setOffline(true);
    await write(page, { x: 200, y: 160 }, 'Nowhere to keep it');
    await page.keyboard.press('Control+Enter');
    await toastAtLast(page, 'This browser saves nothing: keep this page open.');
    await page.context().setOffline(false);
    await marker(page, 1).waitFor();
    expect(await bodiesOf(client, id)).toEqual(['Nowhere to keep it']);
    await page.context().close();
  });

  test('is saved without a question while the mark is only reported fixed meanwhile', async () => {
    const { client, id, url, link } = await newReview(service, ['Too pale']);
    const { page } = await open(browser, url);
    await page.getByRole('button', { name: 'Show mark 1' }).click();
    await page.keyboard.press('w');
    await words(page).fill('Far too pale');
    await link.call('withdraw_mark', { mark_id: 1 });
    await link.call('restore_mark', { mark_id: 1 });
    await page.keyboard.press('Control+Enter');
    await words(page).waitFor({ state: 'detached' });
    await expect.poll(() => bodiesOf(client, id)).toEqual(['Far too pale']);
    await page.context().close();
  });
});

describe('undo', () => {
  test('one at a time, covering neither the screenshot nor the decision, on a phone too', async () => {
    const { url } = await newReview(service, ['Too pale']);
    for (const phone of [false, true]) {
      const { page } = await open(browser, url, phone);
      await page.context().setOffline(true);
      await page.keyboard.press('m');
      await page.getByRole('button', { name: /^Crosshair/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.type('Over the bar?');
      await page.keyboard.press('Control+Enter');
      await toastWith(page, /^Saved on this device/).waitFor();
      await page.getByText('1 mark not sent yet').waitFor({ state: phone ? 'attached' : 'visible' });
      await expect.poll(() => page.locator('.toast:visible').count()).toBe(1);
      const over = `(() => {
        const a = document.querySelector('.toast').getBoundingClientRect();
        return ['.decision-bar', '[data-scroller]'].filter((name) => {
          const b = document.querySelector(name).getBoundingClientRect();
          return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        });
      })()`;
      expect(await page.evaluate(over)).toEqual([]);
      // After the undo there is no message left.
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
      await words(page).waitFor();
      expect(await toastWith(page, /^Saved on this device/).count()).toBe(0);
      await page.context().close();
    }
  });
});
