import type { BrowserContext, Page } from 'playwright-core';
import type { CaptureRequest } from './capture-request.ts';

/**
 * Sends `headers` with requests to the page's own origin only. Spoken to the browser directly: Playwright's `route`
 * keeps changed headers on redirects, so a redirect elsewhere would carry them along; here each hop is asked about anew.
 */
async function sendHeaders(context: BrowserContext, page: Page, origin: string, headers: Record<string, string>) {
  const session = await context.newCDPSession(page);
  const added = Object.entries(headers).map(([name, value]) => ({ name, value }));
  const replaced = new Set(added.map(({ name }) => name.toLowerCase()));
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const kept = Object.entries(request.headers)
      .filter(([name]) => !replaced.has(name.toLowerCase()))
      .map(([name, value]) => ({ name, value: String(value) }));
    const isOwn = new URL(request.url).origin === origin;
    const answer = isOwn ? { requestId, headers: [...kept, ...added] } : { requestId };
    session.send('Fetch.continueRequest', answer).catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `${origin}/*` }] });
}

/** Gives the page what its owner passed to let the capture in. */
export async function letIn(context: BrowserContext, page: Page, request: CaptureRequest): Promise<void> {
  const { origin } = new URL(request.url);
  const cookies = request.cookies ?? [];
  if (cookies.length > 0) {
    await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url: `${origin}/`, httpOnly: true })));
  }
  if (request.headers !== undefined && Object.keys(request.headers).length > 0) {
    await sendHeaders(context, page, origin, request.headers);
  }
}
