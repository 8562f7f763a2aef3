import type { SharedBrowser } from '../../../server/adapters/chromium/index.ts';
import { createGuard, parseOutboundAllow, startCaptureProxy } from '../../../server/adapters/outbound/index.ts';
import { captureEmail } from '../../../server/capture/capture-email.ts';
import type { Capture } from '../../../server/capture/capture-request.ts';
import { emailContextOptions, emailViewport } from '../../../server/capture/index.ts';
import { png } from '../../capture/support/site.ts';

/**
 * Captures an email as the service does, behind its own proxy. Only the private addresses in `allow` can be reached.
 */
export async function show(
  browser: SharedBrowser,
  allow: string,
  html: string,
  { dark = false, deadlineMs = 120_000, viewport = emailViewport } = {},
): Promise<Omit<Capture, 'notices'> & { notices: string[] }> {
  const proxy = await startCaptureProxy(createGuard({ allow: parseOutboundAllow(allow), ownPorts: [] }));
  try {
    const shot = await browser.withContext(
      (version) => emailContextOptions({ dark, proxyServer: proxy.server }, version),
      (context) =>
        captureEmail(context, {
          html,
          viewport,
          dark,
          deadlineMs,
          explain: (url) => proxy.failureOf(url),
        }),
    );
    return { ...shot, notices: shot.notices.map(({ message }) => message) };
  } finally {
    await proxy.close();
  }
}

async function image(colour: string, width: number, height: number) {
  return { headers: { 'content-type': 'image/png' }, body: await png(colour, width, height) };
}

const css = (body: string) => ({ headers: { 'content-type': 'text/css' }, body });

/** Returns the files that the realistic emails load, by path. */
export async function mailFiles() {
  return {
    '/logo.png': await image('#3869d4', 240, 80),
    '/logo-dark.png': await image('#ffcc00', 240, 80),
    '/open.gif': await image('white', 1, 1),
    '/banner.png': await image('#806020', 640, 200),
    '/banner@2x.png': await image('#608020', 1280, 400),
    '/photo.png': await image('#888888', 240, 150),
    '/font.css': css('h1 { color: #cc0000 }'),
    '/more.css': css('p.late { color: #00ffff !important }'),
  };
}
