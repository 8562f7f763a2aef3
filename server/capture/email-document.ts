import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { CaptureFailure } from './failure.ts';
import { hasLoaded } from './navigate.ts';

/** An origin that cannot exist; only our response to `/` ever comes from it. */
export const emailOrigin = 'http://email.invalid/';

const policy = [
  "default-src 'none'",
  'img-src http: https: data:',
  "style-src 'unsafe-inline' http: https:",
  'font-src http: https: data:',
  ...['media', 'frame', 'object', 'script'].map((kind) => `${kind}-src 'none'`),
  "form-action 'none'",
  "base-uri 'none'",
  // The sandbox allows scripts only because ours count as such; `script-src` blocks the email's.
  'sandbox allow-scripts',
].join('; ');

const headers = Object.entries({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off',
  'cache-control': 'no-store',
}).map(([name, value]) => ({ name, value }));

/**
 * The resource types that an email may fetch from other hosts. The policy alone would allow prefetches, for instance.
 */
const allowedTypes = new Set(['Image', 'Stylesheet', 'Font']);

/** Serves the email's address once, and refuses the rest of its origin and navigation away from it. */
async function serveEmail(session: CDPSession, html: string): Promise<void> {
  let served = false;
  session.on('Fetch.requestPaused', ({ requestId, request, resourceType }) => {
    const isElsewhere = new URL(request.url).hostname !== new URL(emailOrigin).hostname;
    if (isElsewhere && allowedTypes.has(resourceType)) {
      session.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
    } else if (!served && resourceType === 'Document' && request.url === emailOrigin) {
      served = true;
      const body = Buffer.from(html, 'utf8').toString('base64');
      session
        .send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders: headers, body })
        .catch(() => undefined);
    } else {
      // `Blocked` would show an error page.
      session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(() => undefined);
    }
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
}

export interface OpenEmail {
  /** False when parts of it did not arrive in time and were given up */
  loaded: boolean;
  /** Throws CaptureFailure when the page no longer shows the email. */
  check(): void;
}

/**
 * Opens the email in the page, with scripts disabled until it has loaded. Calls `giveUp` before it stops pending loads.
 */
export async function openEmail(
  context: BrowserContext,
  page: Page,
  html: string,
  loadLimitMs: number,
  giveUp: () => void,
): Promise<OpenEmail> {
  const session = await context.newCDPSession(page);
  let commits = 0;
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) commits += 1;
  });
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  await serveEmail(session, html);
  await page.goto(emailOrigin, { waitUntil: 'domcontentloaded', timeout: 0 });
  const loaded = await hasLoaded(page, loadLimitMs);
  // A pending stylesheet would keep the page from being painted.
  if (!loaded) {
    giveUp();
    await session.send('Page.stopLoading');
  }
  await session.send('Emulation.setScriptExecutionDisabled', { value: false });
  return {
    loaded,
    check() {
      if (commits === 1 && page.url() === emailOrigin) return;
      throw new CaptureFailure('not_a_page', 'The email leads elsewhere by itself, so it cannot be shown.');
    },
  };
}
