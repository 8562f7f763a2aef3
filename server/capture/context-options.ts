import type { BrowserContextOptions } from 'playwright-core';
import type { CaptureRequest } from './capture-request.ts';
import { type CaptureViewport, emailViewport } from './viewport.ts';

/** Returns the user agent of browsers of this version, with our name at the end so that site owners recognise it. */
function userAgent(viewport: CaptureViewport, browserVersion: string): string {
  const major = /^\d+/.exec(browserVersion)?.[0] ?? '140';
  const [system, mobile] = viewport.mobile ? ['Linux; Android 10; K', ' Mobile'] : ['X11; Linux x86_64', ''];
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0${mobile} Safari/537.36 Sightline`;
}

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

/** Returns the options of an email's browser context; `dark` emulates a mail client in dark mode. */
export function emailContextOptions(
  request: { dark: boolean; proxyServer?: string },
  browserVersion: string,
): BrowserContextOptions {
  const { dark, proxyServer } = request;
  const options = { viewport: emailViewport, ...(proxyServer === undefined ? {} : { proxyServer }) };
  return { ...contextOptions(options, browserVersion), colorScheme: dark ? 'dark' : 'light' };
}
