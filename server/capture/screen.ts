import type { CDPSession } from 'playwright-core';
import type { CaptureViewport } from './viewport.ts';

interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * The browser forgets the screen that Playwright emulates when another session takes a picture: so it is said again.
 * `scale` is how large it is drawn; the page does not notice it.
 */
export async function keepScreen(session: CDPSession, viewport: CaptureViewport, scale = 1): Promise<void> {
  const { width, height } = viewport;
  await session.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    screenWidth: width,
    screenHeight: height,
    deviceScaleFactor: viewport.scale,
    mobile: viewport.mobile,
    scale,
    screenOrientation: viewport.mobile ? { angle: 0, type: 'portraitPrimary' } : { angle: 0, type: 'landscapePrimary' },
  });
  // Phones show a page without a viewport tag zoomed out. Undoing that for the picture rounds otherwise than no zoom:
  // glyphs and shadows would be off by a part of a pixel.
  if (viewport.mobile) await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 });
}

/** A PNG of a part of the page, in CSS pixels, which may lie below the screen; `scale` of the screen's own pixels. */
export async function shoot(session: CDPSession, clip: Clip, scale: number): Promise<Buffer> {
  const { x, y, width, height } = clip;
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    // A quarter of the time for a file four times as large. It is encoded again before it is stored.
    optimizeForSpeed: true,
    clip: { x, y, width, height, scale },
  });
  return Buffer.from(data, 'base64');
}
