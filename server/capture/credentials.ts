import type { BrowserContext, Page } from 'playwright-core';
import type { CaptureRequest } from './capture-request.ts';
import { CaptureFailure } from './failure.ts';

/**
 * Sends `headers` with requests to the page's own origin only. Uses the browser's protocol because Playwright's `route`
 * keeps changed headers on redirects to other origins, while this handler sees each hop.
 */
async function sendHeaders(
  context: BrowserContext,
  page: Page,
  origin: string,
  headers: Record<string, string>,
  fail: (reason: CaptureFailure) => void,
): Promise<void> {
  const session = await context.newCDPSession(page);
  const added = Object.entries(headers).map(([name, value]) => ({ name, value }));
  const replaced = new Set(added.map(({ name }) => name.toLowerCase()));
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const kept = Object.entries(request.headers)
      .filter(([name]) => !replaced.has(name.toLowerCase()))
      .map(([name, value]) => ({ name, value: String(value) }));
    const isOwn = new URL(request.url).origin === origin;
    const answer = isOwn ? { requestId, headers: [...kept, ...added] } : { requestId };
    session.send('Fetch.continueRequest', answer).catch((error: Error) => {
      // Any other error means that the request has ended, for instance because the page navigated.
      const [, name] = /(?:Unsafe|Invalid) header: (.*)/.exec(error.message) ?? [];
      if (name !== undefined) fail(new CaptureFailure('refused', `The browser does not send the header "${name}".`));
    });
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `${origin}/*` }] });
}

/** Sets cookies with the origin's port and scheme, so that the browser sends them to no other origin of the host. */
async function setCookies(context: BrowserContext, page: Page, url: URL, cookies: { name: string; value: string }[]) {
  const session = await context.newCDPSession(page);
  const isSecure = url.protocol === 'https:';
  for (const { name, value } of cookies) {
    const { success } = await session.send('Network.setCookie', {
      name,
      value,
      url: `${url.origin}/`,
      httpOnly: true,
      secure: isSecure,
      sourceScheme: isSecure ? 'Secure' : 'NonSecure',
      sourcePort: Number(url.port) || (isSecure ? 443 : 80),
    });
    if (!success) throw new CaptureFailure('scheme', `No browser takes a cookie like this one: ${name}`);
  }
}

/** Sends the request's headers and cookies to the page's origin. Calls `fail` for a header that the browser refuses. */
export async function sendCredentials(
  context: BrowserContext,
  page: Page,
  request: CaptureRequest,
  fail: (reason: CaptureFailure) => void,
): Promise<void> {
  const url = new URL(request.url);
  const cookies = request.cookies ?? [];
  if (cookies.length > 0) await setCookies(context, page, url, [...cookies]);
  if (request.headers !== undefined && Object.keys(request.headers).length > 0) {
    await sendHeaders(context, page, url.origin, request.headers, fail);
  }
}
