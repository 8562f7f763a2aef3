import { expect, test } from 'vitest';
import { base64, nextPass, review } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';
import { launchBrowser, openPage } from '../../web/support/browser.ts';
import { chosen, mode, names, opacity, ready, shown } from '../../web/support/compare.ts';
import { twoPasses } from '../../web/support/passes.ts';
import { tap } from '../../web/support/tap.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const url = (await twoPasses(service)).second.review_url;

test('without changes the difference says so in its place', async () => {
  const client = await service.newClient();
  const first = await review(client);
  const again = await nextPass(client, first, { images: [{ image: await base64(), label: 'Home' }] });
  await expect
    .poll(async () => (await client.call('get_review', { id: again.id })).screenshots[0]?.change?.kind)
    .toBe('identical');
  const { page } = await openPage(browser, again.review_url);
  await mode(page, 'Diff').click();
  await page.getByRole('group', { name: 'Diff' }).getByText('No visible difference from pass 1').waitFor();
  await page.context().close();
});

test('the onion mode shows as much of each pass as its slider says', async () => {
  const { page } = await openPage(browser, url);
  await ready(page);
  await page.keyboard.press('5');
  const slider = page.getByRole('slider', { name: 'Show more of pass 2 over pass 1' });
  await slider.focus();
  await expect.poll(() => opacity(page)).toBeCloseTo(0.5);
  await page.keyboard.press('End');
  await expect.poll(() => shown(page)).toBe(false);
  await page.keyboard.press('Home');
  await expect.poll(() => opacity(page)).toBe(1);
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('0 % of pass 2');
  // Rows below the end of the other pass are covered too, or they would look as if they had been there before.
  const sizes = await page.evaluate(() =>
    ['.image', '.before-layer'].map((name) => document.querySelector(name)?.getBoundingClientRect().height),
  );
  expect(Math.abs((sizes[0] ?? 0) - (sizes[1] ?? 0))).toBeLessThanOrEqual(1);
  await page.context().close();
});

test('with reduced motion the blink mode never switches by itself', async () => {
  const { page } = await openPage(browser, url);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await ready(page);
  await page.keyboard.press('6');
  const tools = page.getByRole('group', { name: 'Blink' });
  await tools.waitFor();
  await page.clock.runFor(10_000);
  expect(await shown(page)).toBe(false);
  expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(0);
  await tools.getByRole('button', { name: 'Pass 1' }).click();
  await expect.poll(() => shown(page)).toBe(true);
  await page.context().close();
});

test('a screenshot without a counterpart says so, and the chosen mode returns on the next one', async () => {
  const { page } = await openPage(browser, url);
  await ready(page);
  await page.keyboard.press('3');
  await page.keyboard.press('j');
  await page.getByText(/^Pass 1 has nothing to compare/).waitFor();
  await expect.poll(() => chosen(page)).toBe('now');
  await expect.poll(() => page.getByText('The last pass also had Mobile.').count()).toBe(1);
  await page.keyboard.press('k');
  await expect.poll(() => chosen(page)).toBe('swipe');
  await page.context().close();
});

test('by keyboard alone: Tab reaches the modes, arrows move through them, and Enter chooses one', async () => {
  const { page } = await openPage(browser, url);
  await ready(page);
  await mode(page, 'Now').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Swipe');
  await page.keyboard.press('Enter');
  await expect.poll(() => chosen(page)).toBe('swipe');
  await page.keyboard.press('End');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Blink');
  await page.context().close();
});

test('on a phone the modes are in a menu within thumb’s reach, with sliders large enough to press', async () => {
  const { page, complaints } = await openPage(browser, url, true);
  await ready(page);
  const menu = page.getByRole('button', { name: /^Compare: / });
  for (const name of names) {
    await tap(menu);
    await tap(page.locator('.modes-menu').getByRole('button', { name, exact: true }));
    await expect.poll(() => menu.getAttribute('aria-label')).toBe(`Compare: ${name}`);
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false');
    const { width, inner } = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      inner: innerWidth,
    }));
    expect(width).toBe(inner);
  }
  await tap(menu);
  await tap(page.locator('.modes-menu').getByRole('button', { name: 'Onion', exact: true }));
  const slider = await page.getByRole('slider').boundingBox();
  expect(slider?.height).toBeGreaterThanOrEqual(44);
  await page.getByRole('slider').focus();
  await page.keyboard.press('End');
  await expect.poll(() => shown(page)).toBe(false);
  await tap(menu);
  await page.keyboard.press('Escape');
  await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false');
  expect(complaints).toEqual([]);
  await page.context().close();
});
