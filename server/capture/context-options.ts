import type { BrowserContextOptions } from 'playwright-core';
import type { CaptureRequest } from './capture-request.ts';
import { userAgent } from './viewport.ts';

/** Returns the options of a capture's browser context: one screen, one proxy, no stored state. */
export function contextOptions(
  request: Pick<CaptureRequest, 'viewport' | 'proxyServer' | 'colourScheme' | 'reducedMotion' | 'locale'>,
  browserVersion: string,
): BrowserContextOptions {
  const { viewport, proxyServer, colourScheme = 'light', reducedMotion = true, locale = 'en-US' } = request;
  return {
    viewport: { width: viewport.width, height: viewport.height },
    screen: { width: viewport.width, height: viewport.height },
    deviceScaleFactor: viewport.scale,
    isMobile: viewport.mobile,
    hasTouch: viewport.mobile,
    userAgent: userAgent(viewport, browserVersion),
    locale,
    timezoneId: 'UTC',
    colorScheme: colourScheme,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    serviceWorkers: 'block',
    acceptDownloads: false,
    // Explicit, because an environment variable can turn off Playwright's own bypass.
    ...(proxyServer === undefined ? {} : { proxy: { server: proxyServer, bypass: '<-loopback>' } }),
  };
}
