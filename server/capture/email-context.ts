import type { BrowserContextOptions } from 'playwright-core';
import { contextOptions } from './context-options.ts';
import type { CaptureViewport } from './viewport.ts';

/** The reading pane of mail clients on a laptop: room for the usual 600 px and a margin. */
export const emailViewport: CaptureViewport = { name: 'email', width: 680, height: 900, scale: 2, mobile: false };

/** How the context of an email is made; `dark` for those who have set their client to dark. */
export function emailContextOptions(
  request: { dark: boolean; proxyServer?: string },
  browserVersion: string,
): BrowserContextOptions {
  const { dark, proxyServer } = request;
  const options = { viewport: emailViewport, ...(proxyServer === undefined ? {} : { proxyServer }) };
  return { ...contextOptions(options, browserVersion), colorScheme: dark ? 'dark' : 'light' };
}
