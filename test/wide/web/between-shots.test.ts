import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { desktopAndMobile, inStrip, reviewOfTwo } from '../../web/support/between-shots.ts';
import { launchBrowser, openPage } from '../../web/support/browser.ts';
import { marker, ready, stage, toastWith } from '../../web/support/review-page.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

test('an undo stays while the pointer or the focus is on it, and disappears when neither is', async () => {
  const { url } = await reviewOfTwo(service);
  const { page } = await openPage(browser, 'about:blank');
  await page.clock.install();
  await page.goto(url);
  await ready(page, 'Desktop');
  await marker(page, 1).click();
  await page.getByRole('button', { name: 'Delete mark 1' }).click();
  const toast = toastWith(page, 'Mark 1 deleted.');
  const undo = page.getByRole('button', { name: 'Undo' });
  await toast.hover();
  await page.clock.runFor(60_000);
  await expect.poll(() => toast.count()).toBe(1);
  // The pointer leaves while the focus stays; then the focus leaves while the pointer is there again.
  await undo.focus();
  await page.mouse.move(400, 300);
  await page.clock.runFor(60_000);
  await expect.poll(() => toast.count()).toBe(1);
  await toast.hover();
  await stage(page).focus();
  await page.clock.runFor(60_000);
  await expect.poll(() => toast.count()).toBe(1);
  await page.mouse.move(400, 300);
  await page.clock.runFor(10_001);
  await expect.poll(() => toast.count()).toBe(0);
  await page.context().close();
});

test.each([
  ['a wide window', 1440, 900],
  ['a narrow one', 390, 844],
])('the names of two views of one page can be distinguished in %s', async (_where, width, height) => {
  const client = await service.newClient();
  const labels = ['/pricing/ · desktop', '/pricing/ · mobile'];
  const shots = (await desktopAndMobile()).map(({ image }, at) => ({ image, label: labels[at] }));
  const { review_url: url } = await client.call('create_review', { title: 'Prices', images: shots });
  const { page } = await openPage(browser, url);
  await page.setViewportSize({ width, height });
  for (const label of labels) {
    const shown = inStrip(page, label).getByText(label);
    await shown.waitFor();
    const hidden = await shown.evaluate(
      (name) => [name.scrollWidth - name.clientWidth, name.scrollHeight - name.clientHeight] as const,
    );
    expect(Math.max(...hidden), label).toBeLessThanOrEqual(1);
  }
  await page.context().close();
});
