import type { BrowserContextOptions } from 'playwright-core';
import type { CaptureRequest } from './capture-request.ts';
import { userAgent } from './viewport.ts';

/** How the context of a capture is made: one screen, one way out, and nothing kept. */
export function contextOptions(
  request: Pick<CaptureRequest, 'viewport' | 'proxyServer'>,
  browserVersion: string,
): BrowserContextOptions {
  const { viewport, proxyServer } = request;
  return {
    viewport: { width: viewport.width, height: viewport.height },
    screen: { width: viewport.width, height: viewport.height },
    deviceScaleFactor: viewport.scale,
    isMobile: viewport.mobile,
    hasTouch: viewport.mobile,
    userAgent: userAgent(viewport, browserVersion),
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    acceptDownloads: false,
    // Said outright: Playwright adds it by itself, but an environment variable can turn that off.
    ...(proxyServer === undefined ? {} : { proxy: { server: proxyServer, bypass: '<-loopback>' } }),
  };
}
