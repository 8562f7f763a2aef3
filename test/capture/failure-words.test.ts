import { createServer as createNetServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { CaptureFailure } from '../../server/capture/index.ts';
import { selfSigned } from '../api/adapters/support/self-signed.ts';
import { listening, type Running, serveSilence, startHttpServer } from '../support/servers.ts';
import { capture } from './support/capture.ts';
import { site } from './support/site.ts';

const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends.splice(0)) await end();
});

function kept<T extends Running>(server: T): T {
  ends.push(() => server.close());
  return server;
}

async function failure(allow: string, request: Parameters<typeof capture>[1]): Promise<CaptureFailure> {
  const error = await capture(allow, request).then(
    () => new Error('captured'),
    (reason) => reason,
  );
  if (!(error instanceof CaptureFailure)) throw error;
  expect(error.message).not.toMatch(/secret|net::|ERR_|Error:/);
  return error;
}

const allowPort = ({ port }: Running) => `capture=127.0.0.1/32:${port}`;

describe.concurrent('a page that cannot be captured', () => {
  it.each([
    [401, 'pass `headers` or `cookies`'],
    [404, 'no page at this address'],
    [500, 'own server failed'],
  ])('answers %i', async (status, words) => {
    const headers = status === 401 ? { 'www-authenticate': 'Basic realm="x"' } : {};
    const { origin, allow } = kept(await site({ '/secret': { status, headers, body: 'no' } }));
    const { reason, message } = await failure(allow, { url: `${origin}/secret?token=secret` });
    expect(reason).toBe('http_status');
    expect(message).toContain(words);
    expect(message).toContain(String(status));
  });

  it('leads, by script, to a page that answers 404', async () => {
    const { origin, allow } = kept(await site({ '/': '<script>location.replace("/gone")</script>' }));
    expect(await failure(allow, { url: `${origin}/` })).toMatchObject({ reason: 'http_status' });
  });

  it('has a name that does not exist', async () => {
    const { reason, message } = await failure('', { url: 'https://sightline-nowhere.invalid/secret' });
    expect(reason).toBe('dns');
    expect(message).toContain('sightline-nowhere.invalid');
  });

  it.each(['http', 'https'])('is not public: %s', async (scheme) => {
    const hidden = kept(await serveSilence());
    const { reason, message } = await failure('', { url: `${scheme}://127.0.0.1:${hidden.port}/secret` });
    expect(reason).toBe('refused');
    expect(message).toContain('OUTBOUND_ALLOW');
    expect(hidden.connections()).toBe(0);
  });

  it('redirects to one that is not public', async () => {
    const hidden = kept(await serveSilence());
    const { origin, allow } = kept(
      await site({
        '/': { status: 302, headers: { location: `http://127.0.0.1:${hidden.port}/secret` } },
        '/script': `<script>location = 'http://127.0.0.1:${hidden.port}/secret'</script>`,
      }),
    );
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

  it('slams the door', async () => {
    const slammed = kept(await listening(createNetServer((socket) => void socket.destroy())));
    expect(await failure(allowPort(slammed), { url: slammed.origin })).toMatchObject({ reason: 'connection' });
  });

  it('has a certificate that nobody trusts', async () => {
    const server = kept(await startHttpServer((_request, response) => response.end('x'), { tls: selfSigned }));
    const { reason, message } = await failure(allowPort(server), { url: `${server.origin}/secret` });
    expect(reason).toBe('certificate');
    expect(message).toContain('certificate');
  });

  it('is a download', async () => {
    const { origin, allow } = kept(
      await site({
        '/': { headers: { 'content-type': 'application/zip', 'content-disposition': 'attachment' }, body: 'PK' },
      }),
    );
    expect(await failure(allow, { url: `${origin}/` })).toMatchObject({ reason: 'not_a_page' });
  });

  it('never shows what is waited for, or waits for nonsense', async () => {
    const { origin, allow } = kept(await site({ '/': 'hi' }));
    const none = await failure(allow, { url: `${origin}/`, waitFor: '#never', deadlineMs: 5_000 });
    expect([none.reason, none.message]).toEqual(['wait_for', expect.stringContaining('#never')]);
    const nonsense = await failure(allow, { url: `${origin}/`, waitFor: '[[' });
    expect([nonsense.reason, nonsense.message]).toEqual(['wait_for', expect.stringContaining('not a CSS selector')]);
  });

  it.each(['file:///etc/passwd', 'data:text/html,hi', 'example.com', 'javascript:1'])(
    'is no web address: %s',
    async (url) => {
      expect(await failure('', { url })).toMatchObject({ reason: 'scheme' });
    },
  );

  it('carries credentials in its address', async () => {
    expect(await failure('', { url: 'https://user:secret@example.com/' })).toMatchObject({ reason: 'scheme' });
  });
});

describe.concurrent('a page that never lets go', () => {
  it('never answers: the capture ends all the same, and the browser goes on', async () => {
    const silence = kept(await serveSilence());
    const ended = failure(allowPort(silence), { url: `${silence.origin}/`, deadlineMs: 500 });
    expect((await ended).reason).toBe('timeout');
    const fine = kept(await site({ '/': '<title>fine</title>' }));
    expect((await capture(fine.allow, { url: `${fine.origin}/` })).title).toBe('fine');
  });

  it('loops for ever: said so long before the deadline', async () => {
    const { origin, allow } = kept(await site({ '/': '<script>for (;;) {}</script>' }));
    const { reason, message } = await failure(allow, { url: `${origin}/`, maxSilenceMs: 300 });
    expect([reason, message]).toEqual(['timeout', expect.stringContaining('endless loop')]);
  });
});
