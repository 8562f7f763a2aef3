import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { intercept, launchBrowser, openPage } from './support/browser.ts';
import { loadedStrips, tallReview } from './support/tall.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

const scroller = (page: Page) => page.getByRole('region', { name: 'Desktop', exact: true });
const asked = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => /tile-\d+$/.exec(name)?.[0] ?? [])
      .sort(),
  );
describe('a screenshot of 16,000 px', () => {
  test('loads in strips: those near the view first, the last after scrolling there, never as a whole', async () => {
    const url = await tallReview(service);
    const { page, complaints } = await openPage(browser, url);
    const image = page.getByRole('img', { name: 'Desktop, pass 1' });
    await expect.poll(() => loadedStrips(page)).toBeGreaterThan(0);
    const frame = await image.boundingBox();
    expect((frame?.height ?? 0) / (frame?.width ?? 1)).toBeCloseTo(16_000 / 1440, 2);
    await page.getByRole('button', { name: 'Desktop, seen', exact: true }).waitFor();
    expect(await asked(page)).not.toContain('tile-7');
    await scroller(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect.poll(() => asked(page)).toContain('tile-7');
    const whole = await page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => /\/shot$/.test(name)).length,
    );
    expect(whole).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('stays hidden while the visible strip has failed, and only that strip loads again', async () => {
    const url = await tallReview(service);
    const { page } = await openPage(browser, 'about:blank');
    let refused = true;
    await intercept(page, '**/tile-0', (route) => (refused ? route.abort() : route.continue()));
    await page.goto(url);
    const again = page.getByRole('button', { name: 'Load again' });
    await again.waitFor();
    const unseen = page.getByRole('button', { name: 'Desktop, not seen yet' });
    await expect.poll(() => unseen.count()).toBe(1);
    refused = false;
    await again.click();
    await again.waitFor({ state: 'detached' });
    await unseen.waitFor({ state: 'detached' });
    await page.context().close();
  });
});
