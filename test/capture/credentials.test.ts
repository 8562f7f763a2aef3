import { describe, expect, it } from 'vitest';
import { whyNoHeader } from '../../server/contract/capture-header.ts';
import { capture } from './support/capture.ts';
import { type Site, site } from './support/site.ts';

const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

describe.concurrent('headers and cookies of a capture', () => {
  it.each(['Host', 'Content-Length', 'Proxy-Authorization', 'X A', ''])(
    'fail the capture with the name %j, which the browser does not send and the contract refuses',
    async (name) => {
      expect(whyNoHeader(name, 'secret')).not.toBeNull();
      const own = await site({ '/': '<title>in</title>' });
      await expect(capture(own.allow, { url: `${own.origin}/`, headers: { [name]: 'secret' } })).rejects.toThrow(
        `The browser does not send the header "${name}".`,
      );
    },
  );

  it('are sent with every request to the page’s own origin, and open it', async () => {
    const own = await site({
      '/': '<title>in</title><script src=/app.js></script><img src=/hop>',
      '/app.js': { headers: { 'content-type': 'text/javascript' }, body: 'fetch("/data")' },
      '/hop': { status: 302, headers: { location: '/picture' } },
      '/data': '{}',
      '/picture': '',
    });
    await capture(own.allow, {
      url: `${own.origin}/`,
      headers: { 'X-Preview': 'letmein', Authorization: 'Bearer abc' },
      cookies: [{ name: 'session', value: 'xyz' }],
    });
    const paths = own.requests.map(({ path }) => path).filter((path) => path !== '/favicon.ico');
    expect(paths.sort()).toEqual(['/', '/app.js', '/data', '/hop', '/picture']);
    for (const { path, headers } of own.requests) {
      expect([headers['x-preview'], headers.authorization, headers.cookie], path).toEqual([
        'letmein',
        'Bearer abc',
        'session=xyz',
      ]);
    }
  });

  it('are not sent to third parties, other ports or schemes of the same host, or along a redirect', async () => {
    const other = await site({ '/': { headers: cors, body: 'x' }, '/frame': { headers: cors, body: 'y' } });
    const elsewhere = `http://localhost:${other.port}`;
    const own = await site({
      '/': `<img src=/hop><img src="${elsewhere}/"><iframe src="/hop"></iframe><iframe src="${elsewhere}/frame"></iframe>
        <img src="${other.origin}/?port"><iframe src="${other.origin}/frame?port"></iframe>
        <script>fetch('/hop').catch(() => 0); fetch('${elsewhere}/').catch(() => 0);
        fetch('${other.origin}/?port', { credentials: 'include' }).catch(() => 0);
        new WebSocket('${other.origin.replace('http', 'ws')}/socket?port')</script>`,
      '/hop': { status: 307, headers: { location: `${elsewhere}/`, ...cors } },
      '/leave': { status: 302, headers: { location: `${elsewhere}/` } },
    });
    const secrets = { headers: { 'X-Preview': 'letmein' }, cookies: [{ name: 'session', value: 'xyz' }] };
    const allow = `${own.allow},${other.allow}`;
    await capture(allow, { url: `${own.origin}/`, ...secrets });
    const left = await capture(allow, { url: `${own.origin}/leave`, ...secrets });
    expect(left.notices.join()).toContain('The address led to localhost');
    expect(own.requests[0]?.headers).toMatchObject({ 'x-preview': 'letmein', cookie: 'session=xyz' });
    expect(own.requests.every(({ headers }) => headers['x-preview'] === 'letmein')).toBe(true);
    const ofPort = other.requests.filter(({ path }) => path.endsWith('?port'));
    expect(ofPort.length).toBeGreaterThanOrEqual(3);
    expect(other.requests.length - ofPort.length).toBeGreaterThanOrEqual(6);
    for (const { path, headers } of other.requests) {
      expect([headers['x-preview'], headers.cookie], path).toEqual([undefined, undefined]);
    }
  });

  it('are sent through a handshake that sets a cookie and returns', async () => {
    const own: Site = await site({
      '/': () =>
        String(own.requests.at(-1)?.headers.cookie).includes('granted=yes')
          ? { body: '<title>inside</title>' }
          : { status: 302, headers: { location: '/login' } },
      '/login': () =>
        own.requests.at(-1)?.headers['x-bypass'] === 'token'
          ? { status: 307, headers: { location: '/', 'set-cookie': 'granted=yes; Path=/; HttpOnly' } }
          : { status: 401 },
    });
    const shot = await capture(own.allow, { url: `${own.origin}/`, headers: { 'X-Bypass': 'token' } });
    expect([shot.title, shot.finalUrl]).toEqual(['inside', `${own.origin}/`]);
    const refused = await capture(own.allow, { url: `${own.origin}/` }).catch((error) => error);
    expect(refused).toMatchObject({ reason: 'http_status', message: expect.stringContaining('401') });
  });
});
