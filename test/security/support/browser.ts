import type { BrowserContext } from 'playwright-core';
import {
  type CaptureProxy,
  createGuard,
  type Guard,
  type Lookup,
  parseOutboundAllow,
  startCaptureProxy,
} from '../../../server/adapters/outbound/index.ts';
import { capturePage, contextOptions, viewports } from '../../../server/capture/index.ts';
import { testBrowser } from '../../support/browser.ts';

export interface Walls {
  allow: string;
  ownPorts?: number[];
  lookup?: Lookup;
  /** How many bytes the whole capture may transfer */
  maxBytes?: number;
}

export function guardOf({ allow, ownPorts = [], lookup }: Walls): Guard {
  return createGuard({ allow: parseOutboundAllow(allow), ownPorts }, lookup === undefined ? {} : { lookup });
}

/** Runs `work` in a context like those of captures, behind its own proxy. */
export async function walledIn<T>(
  walls: Walls,
  work: (context: BrowserContext, proxy: CaptureProxy) => Promise<T>,
): Promise<{ value: T; refusal: string | null }> {
  // Six contexts at once: hostile pages mostly wait.
  const browser = await testBrowser(6);
  const proxy = await startCaptureProxy(
    guardOf(walls),
    walls.maxBytes === undefined ? {} : { maxBytes: walls.maxBytes },
  );
  try {
    const value = await browser.withContext(
      (version) => contextOptions({ viewport: viewports.desktop, proxyServer: proxy.server }, version),
      (context) => work(context, proxy),
    );
    return { value, refusal: proxy.lastRefusal() };
  } finally {
    await proxy.close();
  }
}

/** Captures a page as the service does. Returns its title, or `failed: …` with the message for the person. */
export function capturedTitle(
  context: BrowserContext,
  proxy: CaptureProxy,
  url: string,
  deadlineMs = 120_000,
): Promise<string> {
  const explain = (of: string) => proxy.failureOf(of);
  return capturePage(context, { url, viewport: viewports.desktop, deadlineMs, explain }).then(
    ({ title }) => title,
    (error: Error) => `failed: ${error.message}`,
  );
}
