import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { launchBrowser, openPage, soon } from './support/browser.ts';
import { pageImage } from './support/page-image.ts';

let service: TestService;
let browser: Browser;
let tall: string;

beforeAll(async () => {
  service = await startService();
  browser = await launchBrowser();
  tall = await pageImage(1440, 16_000, '#a9b8ae');
});
afterAll(async () => {
  await browser.close();
  await service.close();
});

async function newReview(): Promise<{
  id: string;
  url: string;
  client: Awaited<ReturnType<TestService['newClient']>>;
}> {
  const client = await service.newClient();
  const review = await client.call('create_review', {
    title: 'A long page',
    images: [{ image: tall, label: 'Desktop' }],
  });
  expect(review.screenshots[0]?.tile_height).toBe(2000);
  return { client, id: review.id, url: review.review_url };
}

const scroller = (page: Page) => page.getByRole('region', { name: 'Desktop', exact: true });
const asked = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => /tile-\d+$/.exec(name)?.[0] ?? [])
      .sort(),
  );
const loadedStrips = (page: Page) =>
  page
    .locator('.strip img')
    .evaluateAll((images) => images.filter((each) => each instanceof HTMLImageElement && each.naturalWidth > 0).length);

describe('a screenshot of 16,000 px', () => {
  test('comes in strips: those near the view at first, the last when one scrolls there; never as a whole', async () => {
    const { url } = await newReview();
    const { page, complaints } = await openPage(browser, url);
    const image = page.getByRole('img', { name: 'Desktop, pass 1' });
    await soon(() => loadedStrips(page)).toBeGreaterThan(0);
    const frame = await image.boundingBox();
    expect((frame?.height ?? 0) / (frame?.width ?? 1)).toBeCloseTo(16_000 / 1440, 2);
    expect(await asked(page)).not.toContain('tile-7');
    await page.getByRole('button', { name: 'Desktop, seen', exact: true }).waitFor();
    await scroller(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await soon(() => asked(page)).toContain('tile-7');
    const whole = await page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => /\/shot$/.test(name)).length,
    );
    expect(whole).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('is not seen while the strip in view has failed; that strip alone is loaded again', async () => {
    const { url } = await newReview();
    const { page } = await openPage(browser, 'about:blank');
    let refused = true;
    await page.route('**/tile-0', (route) => (refused ? route.abort() : route.continue()));
    await page.goto(url);
    const again = page.getByRole('button', { name: 'Load again' });
    await again.waitFor();
    const unseen = page.getByRole('button', { name: 'Desktop, not seen yet' });
    await soon(() => unseen.count()).toBe(1);
    refused = false;
    await again.click();
    await again.waitFor({ state: 'detached' });
    await unseen.waitFor({ state: 'detached' });
    await page.context().close();
  });
});
