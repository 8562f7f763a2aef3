import { createBrowser, findBrowser, type SharedBrowser } from '../../../server/adapters/chromium/index.ts';
import { createGuard, parseOutboundAllow, startCaptureProxy } from '../../../server/adapters/outbound/index.ts';
import {
  type Capture,
  type CaptureRequest,
  capturePage,
  contextOptions,
  viewports,
} from '../../../server/capture/index.ts';
import { atFileEnd } from '../../support/file-end.ts';

let shared: Promise<SharedBrowser> | undefined;

/** The browser of this test file, as the service uses it. Who asks first says how many contexts it has at once. */
export function testBrowser(concurrency = 2): Promise<SharedBrowser> {
  shared ??= launch(concurrency);
  return shared;
}

async function launch(concurrency: number): Promise<SharedBrowser> {
  atFileEnd(async () => {
    const ending = shared;
    shared = undefined;
    await (await ending)?.close();
  });
  const found = await findBrowser({ browserPath: process.env.BROWSER_PATH });
  if (found === null) throw new Error('No browser: run `node server/setup/browser.ts`.');
  return createBrowser({ path: found.path, concurrency });
}

export interface Taken extends Capture {
  refusal: string | null;
}

/** Captures as the service does: guarded browser, a proxy of its own, only the `allow`ed private places reachable. */
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
    return { ...taken, refusal: proxy.lastRefusal() };
  } finally {
    await proxy.close();
  }
}
