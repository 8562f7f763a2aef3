import type { CDPSession } from 'playwright-core';
import type { CapturedBox } from './captured-facts.ts';
import type { CaptureViewport } from './viewport.ts';

/**
 * Emulates the viewport's screen again, because the browser drops Playwright's emulation when another session takes a
 * screenshot. `scale` is the drawing scale, which the page does not notice.
 */
export async function emulateScreen(session: CDPSession, viewport: CaptureViewport, scale = 1): Promise<void> {
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
  // Phones show a page without a viewport tag zoomed out. Undoing the zoom only for the screenshot would round
  // differently, and shift glyphs and shadows by a fraction of a pixel.
  if (viewport.mobile) await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 });
}

/** Returns whether a phone shows the page zoomed out. Call it before `emulateScreen`, which undoes the zoom. */
export async function isZoomedOut(session: CDPSession, { mobile }: CaptureViewport): Promise<boolean> {
  const { cssVisualViewport } = await session.send('Page.getLayoutMetrics');
  return mobile && cssVisualViewport.scale < 0.99;
}

/**
 * Captures a part of the page as PNG. `clip` is in CSS pixels and may lie below the screen; `scale` relates to screen
 * pixels.
 */
export async function captureClip(session: CDPSession, clip: CapturedBox, scale: number): Promise<Buffer> {
  const { x, y, width, height } = clip;
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    // Takes a quarter of the time for a file four times as large; the file is encoded again before it is stored.
    optimizeForSpeed: true,
    clip: { x, y, width, height, scale },
  });
  return Buffer.from(data, 'base64');
}
