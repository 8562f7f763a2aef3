import type { Browser } from 'playwright-core';
import sharp from 'sharp';

/** One frame of the animated image. */
export interface Step {
  caption: string;
  png: Buffer;
  seconds: number;
}

const caption = (text: string, image: string, width: number): string => `<!doctype html>
<style>
  body { margin: 0; font: 600 22px/1 system-ui, sans-serif; color: #1c2030; background: #fff; }
  img { display: block; width: ${width}px; }
  p { margin: 0; padding: 15px 20px; border-bottom: 1px solid #d5d8e0; }
</style>
<p>${text}</p><img alt="" src="${image}">`;

/**
 * Draws each step's caption above its screenshot and joins the steps to an animated WebP that repeats for ever.
 * @param scale device pixels per CSS pixel in the screenshots
 */
export async function drawLoop(browser: Browser, steps: readonly Step[], scale: number): Promise<Buffer> {
  const frames: Buffer[] = [];
  for (const { caption: text, png } of steps) {
    const { width } = await sharp(png).metadata();
    const page = await browser.newPage({
      viewport: { width: width / scale, height: 200 },
      deviceScaleFactor: scale,
      colorScheme: 'light',
    });
    await page.setContent(caption(text, `data:image/png;base64,${png.toString('base64')}`, width / scale), {
      waitUntil: 'load',
    });
    frames.push(await page.screenshot({ fullPage: true }));
    await page.close();
  }
  return sharp(frames, { join: { animated: true } })
    .webp({ quality: 80, effort: 6, smartSubsample: true, loop: 0, delay: steps.map(({ seconds }) => seconds * 1000) })
    .toBuffer();
}
