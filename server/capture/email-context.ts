import type { BrowserContextOptions } from 'playwright-core';
import { contextOptions } from './context-options.ts';
import type { CaptureViewport } from './viewport.ts';

/** The reading pane of mail clients on a laptop, wide enough for the usual 600 px and a margin */
export const emailViewport: CaptureViewport = { name: 'email', width: 680, height: 900, scale: 2, mobile: false };

/** Returns the options of an email's browser context; `dark` emulates a mail client in dark mode. */
export function emailContextOptions(
  request: { dark: boolean; proxyServer?: string },
  browserVersion: string,
): BrowserContextOptions {
  const { dark, proxyServer } = request;
  const options = { viewport: emailViewport, ...(proxyServer === undefined ? {} : { proxyServer }) };
  return { ...contextOptions(options, browserVersion), colorScheme: dark ? 'dark' : 'light' };
}
