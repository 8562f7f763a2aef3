import { createGuard, parseOutboundAllow, startCaptureProxy } from '../../../server/adapters/outbound/index.ts';
import {
  type Capture,
  type CaptureRequest,
  type CaptureViewport,
  capturePage,
  contextOptions,
  type NoticeCode,
  viewports,
} from '../../../server/capture/index.ts';
import { testBrowser } from '../../support/browser.ts';
import { site } from './site.ts';

/** A small screen, which costs a third less than a desktop, for pages whose size is not the point. */
export const smallScreen: CaptureViewport = { ...viewports.desktop, width: 480, height: 300 };

export interface Taken extends Omit<Capture, 'notices'> {
  notices: string[];
  noticeCodes: NoticeCode[];
  /** The result as it was returned. */
  capture: Capture;
  refusal: string | null;
}

/** Captures as the service does: guarded browser, its own proxy, only the `allow`ed private places reachable. */
export async function capture(
  allow: string,
  request: Pick<CaptureRequest, 'url'> & Partial<CaptureRequest>,
): Promise<Taken> {
  const browser = await testBrowser();
  const proxy = await startCaptureProxy(createGuard({ allow: parseOutboundAllow(allow), ownPorts: [] }));
  const full: CaptureRequest = {
    viewport: viewports.desktop,
    deadlineMs: 120_000,
    proxyServer: proxy.server,
    explain: (url) => proxy.failureOf(url),
    ...request,
  };
  try {
    const taken = await browser.withContext(
      (version) => contextOptions(full, version),
      (context) => capturePage(context, full),
    );
    const notices = taken.notices.map(({ message }) => message);
    const noticeCodes = taken.notices.map(({ code }) => code);
    return { ...taken, capture: taken, notices, noticeCodes, refusal: proxy.lastRefusal() };
  } finally {
    await proxy.close();
  }
}

/** Serves a page, or several by their paths, and captures the one at `/`. */
export async function captureSite(
  pages: string | Parameters<typeof site>[0],
  request: Partial<CaptureRequest> = {},
): Promise<Taken> {
  const { allow, origin } = await site(typeof pages === 'string' ? { '/': pages } : pages);
  return capture(allow, { url: `${origin}/`, ...request });
}
