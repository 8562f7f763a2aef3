import { expect, test } from 'vitest';
import { dataUrl } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';
import { launchBrowser } from '../../web/support/browser.ts';

const label = '/a/rather/long/path/of/a/page/index.html · mobile';

test('each screenshot’s label ends with its view, inside the strip, on every screen', async () => {
  const [service, browser] = await Promise.all([startService(), launchBrowser()]);
  const client = await service.newClient();
  const { review_url } = await client.call('create_review', {
    title: 'Labels',
    // Wider than tall: its thumbnail has a layout of its own.
    images: [{ image: await dataUrl(), label }],
  });
  for (const width of [390, 768, 1440]) {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await page.goto(review_url);
    const strip = await page.getByRole('navigation', { name: 'Shots' }).boundingBox();
    const view = await page.getByText(' · mobile', { exact: true }).boundingBox();
    if (strip === null || view === null) throw new Error('They are not drawn.');
    expect(view.x + view.width).toBeLessThanOrEqual(strip.x + strip.width);
    expect(view.y).toBeGreaterThan(strip.y);
    const shot = await page.getByRole('button', { name: label }).boundingBox();
    expect(shot?.y).toBeGreaterThanOrEqual(strip.y);
    await page.close();
  }
  await Promise.all([service.close(), browser.close()]);
});
