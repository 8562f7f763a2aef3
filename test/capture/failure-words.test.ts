import { createServer as createNetServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { CaptureFailure, capturePage, viewports } from '../../server/capture/index.ts';
import { selfSigned } from '../api/adapters/support/self-signed.ts';
import { testBrowser } from '../support/browser.ts';
import { listening, type Running, serveSilence, startHttpServer } from '../support/servers.ts';
import { capture, smallScreen } from './support/capture.ts';
import { site } from './support/site.ts';

async function failure(allow: string, request: Parameters<typeof capture>[1]): Promise<CaptureFailure> {
  const error = await capture(allow, request).then(
    () => new Error('captured'),
    (reason) => reason,
  );
  if (!(error instanceof CaptureFailure)) throw error;
  expect(error.message).not.toMatch(/secret|net::|ERR_|Error:|`/);
  return error;
}

const noAnswer = ({ port }: Running) =>
  `The server at 127.0.0.1:${port} sent no answer within 3 s: check that the address opens in a browser, then try again.`;

const allowPort = ({ port }: Running) => `capture=127.0.0.1/32:${port}`;

describe.concurrent('a page that cannot be captured', () => {
  it('wants credentials', async () => {
    const headers = { 'www-authenticate': 'Basic realm="x"' };
    const { origin, allow } = await site({ '/secret': { status: 401, headers, body: 'no' } });
    const { reason, message } = await failure(allow, { url: `${origin}/secret?token=secret` });
    expect([reason, message]).toEqual(['http_status', expect.stringContaining('answered 401')]);
  });

  it('is reached by a script and responds with 404', async () => {
    const { origin, allow } = await site({ '/': '<script>location.replace("/gone")</script>' });
    expect(await failure(allow, { url: `${origin}/` })).toMatchObject({ reason: 'http_status' });
  });

  it('has a host name that does not exist', async () => {
    const { reason, message } = await failure('', { url: 'https://sightline-nowhere.invalid/secret' });
    expect(reason).toBe('dns');
    expect(message).toContain('sightline-nowhere.invalid');
  });

  it.each(['http', 'https'])('is not public: %s', async (scheme) => {
    const hidden = await serveSilence();
    const { reason, message } = await failure('', { url: `${scheme}://127.0.0.1:${hidden.port}/secret` });
    expect(reason).toBe('refused');
    expect(message).toContain('OUTBOUND_ALLOW');
    expect(hidden.connections()).toBe(0);
  });

  it('redirects to an address that is not public', async () => {
    const hidden = await serveSilence();
    const { origin, allow } = await site({
      '/': { status: 302, headers: { location: `http://127.0.0.1:${hidden.port}/secret` } },
      '/script': `<script>location = 'http://127.0.0.1:${hidden.port}/secret'</script>`,
    });
    for (const path of ['/', '/script']) {
      expect(await failure(allow, { url: `${origin}${path}` })).toMatchObject({ reason: 'refused' });
    }
    expect(hidden.connections()).toBe(0);
  });

  it('refuses the connection', async () => {
    const gone = await startHttpServer(() => undefined);
    await gone.close();
    const { reason, message } = await failure(allowPort(gone), { url: `${gone.origin}/secret` });
    expect(reason).toBe('connection');
    expect(message).toContain('is it running');
  });

  it('closes the connection at once', async () => {
    const slammed = await listening(createNetServer((socket) => void socket.destroy()));
    expect(await failure(allowPort(slammed), { url: slammed.origin })).toMatchObject({ reason: 'connection' });
  });

  it('has an untrusted certificate', async () => {
    const server = await startHttpServer((_request, response) => response.end('x'), { tls: selfSigned });
    const { reason, message } = await failure(allowPort(server), { url: `${server.origin}/secret` });
    expect(reason).toBe('certificate');
    expect(message).toContain('certificate');
  });

  it('is a download', async () => {
    const { origin, allow } = await site({
      '/': { headers: { 'content-type': 'application/zip', 'content-disposition': 'attachment' }, body: 'PK' },
    });
    expect(await failure(allow, { url: `${origin}/` })).toMatchObject({ reason: 'not_a_page' });
  });

  it('never shows the element of `waitFor`, or has an invalid selector there', async () => {
    const { origin, allow } = await site({ '/': 'hi' });
    // A busy machine needs several seconds to open the page.
    const none = await failure(allow, { url: `${origin}/`, waitFor: '#never', deadlineMs: 15_000 });
    expect([none.reason, none.message]).toEqual(['wait_for', expect.stringContaining('#never')]);
    const nonsense = await failure(allow, { url: `${origin}/`, waitFor: '[[' });
    expect([nonsense.reason, nonsense.message]).toEqual(['wait_for', expect.stringContaining('not a CSS selector')]);
  });

  it('is no web address', async () => {
    expect(await failure('', { url: 'file:///etc/passwd' })).toMatchObject({ reason: 'scheme' });
  });
});

describe.concurrent('a page that never finishes', () => {
  it('and never responds is abandoned at the deadline, and the browser continues', async () => {
    const silence = await serveSilence();
    const ended = failure(allowPort(silence), { url: `${silence.origin}/`, deadlineMs: 500 });
    expect((await ended).reason).toBe('timeout');
    const fine = await site({ '/': '<title>fine</title>' });
    expect((await capture(fine.allow, { url: `${fine.origin}/`, viewport: smallScreen })).title).toBe('fine');
  });

  it('because its server never answers is reported as that', async () => {
    const silence = await serveSilence();
    const url = `https://127.0.0.1:${silence.port}/secret`;
    const { reason, message } = await failure(allowPort(silence), { url, maxSilenceMs: 3_000 });
    expect([reason, message]).toEqual(['timeout', noAnswer(silence)]);
  });

  it('because it leads to a server that never answers is reported as that, with the server', async () => {
    const silence = await serveSilence();
    const { origin, allow } = await site({
      '/redirect': { status: 302, headers: { location: `${silence.origin}/secret` } },
      '/script': `<script>setTimeout(() => { location = '${silence.origin}/secret' })</script>`,
    });
    for (const path of ['/redirect', '/script']) {
      const request = { url: `${origin}${path}`, maxSilenceMs: 3_000 };
      expect((await failure(`${allow},${allowPort(silence)}`, request)).message).toBe(noAnswer(silence));
    }
  });

  it('and loops for ever is reported long before the deadline', async () => {
    const { origin, allow } = await site({ '/': '<script>for (;;) {}</script>' });
    const { reason, message } = await failure(allow, { url: `${origin}/`, maxSilenceMs: 300 });
    expect([reason, message]).toEqual(['timeout', expect.stringContaining('endless loop')]);
  });
});

it('a page whose browser crashes while it opens is reported as that, not at the deadline', async () => {
  const { origin } = await site({ '/': 'fine' });
  const captured = (await testBrowser()).withContext({}, async (context) => {
    const session = await context.browser()?.newBrowserCDPSession();
    session?.on('Target.targetCreated', ({ targetInfo }) => {
      if (targetInfo.type === 'page') session.send('Browser.crash').catch(() => undefined);
    });
    await session?.send('Target.setDiscoverTargets', { discover: true });
    return await capturePage(context, { url: origin, viewport: viewports.desktop, mask: [], deadlineMs: 10_000 });
  });
  await expect(captured).rejects.toMatchObject({ reason: 'crashed' });
});
