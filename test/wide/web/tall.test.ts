import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { intercept, launchBrowser } from '../../web/support/browser.ts';
import { loadedStrips, tallReview } from '../../web/support/tall.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

const white = (): Promise<Buffer> =>
  sharp({ create: { width: 1440, height: 2000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();

describe('a screenshot of 16,000 px', () => {
  test('shows no line between two strips on screens of 1.25 and 1.5 pixels per pixel', async () => {
    const url = await tallReview(service);
    let edges = 0;
    for (const deviceScaleFactor of [1.25, 1.5]) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, deviceScaleFactor });
      await intercept(page, '**/tile-*', async (route) =>
        route.fulfill({ body: await white(), contentType: 'image/png' }),
      );
      await page.goto(url);
      await expect.poll(() => loadedStrips(page)).toBeGreaterThan(1);
      await page.locator('.image').evaluate((element) => {
        element.style.background = '#f0f';
      });
      for (const key of ['f', '-', '-', '+', '0']) {
        await page.keyboard.press(key);
        for (const at of [1, 3, 7]) {
          const strip = page.locator('.strip').nth(at);
          await strip.evaluate((element) => {
            const box = element.closest('.scroller');
            if (box !== null && element instanceof HTMLElement) box.scrollTop = element.offsetTop - 200;
          });
          await expect
            .poll(() =>
              strip.locator('img').evaluateAll(([image]) => image instanceof HTMLImageElement && image.complete),
            )
            .toBe(true);
          const box = await strip.boundingBox();
          if (box === null) throw new Error('no strip');
          const clip = { x: box.x + box.width / 2, y: box.y - 40, width: 8, height: 80 };
          // The ground shows until it is decoded, so it is checked again; a line between two strips would stay.
          const green = async () => (await sharp(await page.screenshot({ clip })).stats()).channels[1]?.min;
          await expect.poll(green).toBe(255);
          edges += 1;
        }
      }
      await page.close();
    }
    console.log(`${edges} edges between strips: 0 lines`);
  });
});
