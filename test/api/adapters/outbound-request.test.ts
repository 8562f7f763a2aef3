import { execFile } from 'node:child_process';
import { createServer as createNetServer, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createGuard,
  createOutbound,
  type Lookup,
  OutboundFailure,
  type OutboundRequest,
  parseOutboundAllow,
} from '../../../server/adapters/outbound/index.ts';
import { listening, type Running, serveSilence, startHttpServer } from '../../support/servers.ts';
import { selfSigned, trustSelfSigned } from './support/self-signed.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

function kept<T extends Running>(server: T): T {
  ends.push(() => server.close());
  return server;
}

/**
 * Returns an outbound that may reach the given loopback ports. Every name resolves to 127.0.0.1 unless `lookup` says
 * otherwise.
 */
function outboundTo(servers: readonly Running[], lookup: Lookup = async () => [{ address: '127.0.0.1', family: 4 }]) {
  const allow = servers.length === 0 ? '' : servers.map(({ port }) => `127.0.0.1/32:${port}`).join(',');
  const outbound = createOutbound(createGuard({ allow: parseOutboundAllow(allow), ownPorts: [] }, { lookup }));
  ends.push(() => outbound.close());
  return outbound;
}

const get = { use: 'fetch', method: 'GET', timeoutMs: 20_000, maxBytes: 1_000 } satisfies Partial<OutboundRequest>;

describe('outbound requests', () => {
  it('sends method, headers and body unchanged, and reads the answer', async () => {
    const server = kept(
      await startHttpServer(async (request, response) => {
        const body = await text(request);
        response.writeHead(202, { 'X-Two': ['a', 'b'] });
        response.end(`${request.method} ${request.url} ${request.headers['x-sign']} ${body}`);
      }),
    );
    const answer = await outboundTo([server]).request({
      ...get,
      url: `${server.origin}/hook?x=1`,
      use: 'webhook',
      method: 'POST',
      headers: { 'X-Sign': 'abc' },
      body: '{"ü":1}',
    });
    expect(answer.status).toBe(202);
    expect(answer.headers['x-two']).toBe('a, b');
    expect(answer.body.toString()).toBe('POST /hook?x=1 abc {"ü":1}');
  });

  it('resolves the name again for every request and reuses no connection', async () => {
    const server = kept(await startHttpServer((_request, response) => response.end('ok')));
    let asked = 0;
    const outbound = outboundTo([server], async () => {
      asked += 1;
      return [{ address: asked === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }];
    });
    const url = `http://rebinding.example:${server.port}/`;
    expect((await outbound.request({ ...get, url })).status).toBe(200);
    expect(asked).toBe(1);
    await expect(outbound.request({ ...get, url })).rejects.toMatchObject({ code: 'private_address' });
  });

  it('tries the next address when the first does not answer', async () => {
    const server = kept(await startHttpServer((_request, response) => response.end('ok')));
    const allow = parseOutboundAllow(`127.0.0.0/8:${server.port}`);
    const lookup = async () => ['127.0.0.2', '127.0.0.1'].map((address) => ({ address, family: 4 }));
    const outbound = createOutbound(createGuard({ allow, ownPorts: [] }, { lookup }));
    ends.push(() => outbound.close());
    expect((await outbound.request({ ...get, url: `http://two.example:${server.port}/` })).body.toString()).toBe('ok');
  });

  it('stops at the timeout, whatever the receiver does', async () => {
    const silent = kept(await serveSilence());
    const dripping = kept(
      await startHttpServer((_request, response) => {
        const timer = setInterval(() => response.write('.'), 20);
        response.once('close', () => clearInterval(timer));
      }),
    );
    const outbound = outboundTo([silent, dripping]);
    for (const { origin } of [silent, dripping]) {
      const request = outbound.request({ ...get, url: `${origin}/`, timeoutMs: 300, maxBytes: 1e9 });
      await expect(request).rejects.toMatchObject({ reason: 'timeout' });
    }
    const deaf = outboundTo([silent], () => new Promise(() => undefined));
    const request = deaf.request({ ...get, url: `http://deaf.example:${silent.port}/`, timeoutMs: 100 });
    await expect(request).rejects.toMatchObject({ reason: 'timeout' });
    const handshake = outbound.request({ ...get, url: `https://127.0.0.1:${silent.port}/`, timeoutMs: 300 });
    await expect(handshake).rejects.toMatchObject({ reason: 'timeout' });
  });

  it('rejects an answer that is too large, with or without Content-Length, and truncates it for webhooks', async () => {
    const server = kept(
      await startHttpServer((request, response) => {
        if (request.url === '/announced') response.setHeader('content-length', 5_000);
        response.end('x'.repeat(5_000));
      }),
    );
    const outbound = outboundTo([server]);
    for (const path of ['announced', 'chunked']) {
      const url = `${server.origin}/${path}`;
      await expect(outbound.request({ ...get, url })).rejects.toMatchObject({ reason: 'too_large' });
      const cut = await outbound.request({ ...get, url, use: 'webhook', method: 'POST' });
      expect([cut.status, cut.body.length]).toEqual([200, 1_000]);
    }
    expect((await outbound.request({ ...get, url: `${server.origin}/x`, maxBytes: 5_000 })).body).toHaveLength(5_000);
  });

  it('returns a redirect instead of following it by default', async () => {
    const server = kept(
      await startHttpServer((_request, response) => response.writeHead(302, { location: '/on' }).end()),
    );
    const answer = await outboundTo([server]).request({ ...get, url: `${server.origin}/` });
    expect([answer.status, answer.headers.location]).toEqual([302, '/on']);
  });

  it('follows redirects when asked, checks each hop, and sends credentials to no other origin', async () => {
    const seen: (string | undefined)[] = [];
    const second = kept(
      await startHttpServer((request, response) => {
        seen.push(`second ${request.headers.authorization} ${request.headers.accept}`);
        response.end('there');
      }),
    );
    const hidden = kept(await serveSilence());
    const first = kept(
      await startHttpServer((request, response) => {
        seen.push(`first ${request.headers.authorization}`);
        const to: Record<string, string> = {
          '/a': '/b',
          '/b': `${second.origin}/c`,
          '/in': `http://127.0.0.1:${hidden.port}/`,
          '/meta': 'http://169.254.169.254/latest/meta-data/',
          '/file': 'file:///etc/passwd',
          '/loop': '/loop',
        };
        response.writeHead(301, { location: to[request.url ?? ''] ?? '/loop' }).end();
      }),
    );
    const outbound = outboundTo([first, second]);
    const follow = (path: string) =>
      outbound.request({
        ...get,
        url: `${first.origin}${path}`,
        headers: { Authorization: 'Bearer s', Accept: 'image/png' },
        maxRedirects: 3,
      });
    expect((await follow('/a')).body.toString()).toBe('there');
    expect(seen).toEqual(['first Bearer s', 'first Bearer s', 'second undefined image/png']);
    for (const path of ['/in', '/meta', '/file'])
      await expect(follow(path)).rejects.toMatchObject({ reason: 'refused' });
    await expect(follow('/loop')).rejects.toMatchObject({ reason: 'redirect' });
    expect(hidden.connections()).toBe(0);
  });

  it('describes a connection fault without the path or query', async () => {
    const gone = await startHttpServer(() => undefined);
    await gone.close();
    const slammed = kept(await listening(createNetServer((socket) => void socket.destroy())));
    const garbage = kept(await listening(createNetServer((socket) => void socket.end('garbage'))));
    const outbound = outboundTo([gone, slammed, garbage]);
    for (const { origin } of [gone, slammed, garbage]) {
      const request = outbound.request({ ...get, url: `${origin}/secret?token=secret` });
      await expect(request).rejects.toMatchObject({ reason: 'connection' });
      await expect(request).rejects.toThrowError(/^127\.0\.0\.1:\d+ (?!.*secret)/);
    }
    const tls = outbound.request({ ...get, url: `https://127.0.0.1:${garbage.port}/` });
    await expect(tls).rejects.toMatchObject({ reason: 'tls' });
  });

  it('accepts TLS only from a host that the certificate names', async () => {
    const server = kept(
      await startHttpServer((request, response) => response.end(request.headers.host), { tls: selfSigned }),
    );
    const outbound = outboundTo([server]);
    const url = `https://receiver.test:${server.port}/`;
    await expect(outbound.request({ ...get, url })).rejects.toMatchObject({ reason: 'tls' });
    const distrust = trustSelfSigned();
    try {
      expect((await outbound.request({ ...get, url })).body.toString()).toBe(`receiver.test:${server.port}`);
      expect((await outbound.request({ ...get, url: `${server.origin}/` })).status).toBe(200);
      const other = outbound.request({ ...get, url: `https://other.test:${server.port}/` });
      await expect(other).rejects.toMatchObject({ reason: 'tls' });
    } finally {
      distrust();
    }
  });

  it('checks the address it was connected to before it sends anything', async () => {
    let heard = 0;
    const server = kept(
      await startHttpServer(() => {
        heard += 1;
      }),
    );
    const outbound = outboundTo([server]);
    // As if the connection had been redirected on the network.
    const sockets = Socket.prototype as unknown as { _getpeername(): { address?: string } };
    const peer = vi.spyOn(sockets, '_getpeername').mockReturnValue({ address: '10.0.0.1' });
    try {
      const request = outbound.request({ ...get, url: `${server.origin}/` });
      await expect(request).rejects.toMatchObject({ code: 'private_address' });
      peer.mockReturnValue({});
      const ended = outbound.request({ ...get, url: `${server.origin}/` });
      await expect(ended).rejects.toMatchObject({ reason: 'connection' });
    } finally {
      peer.mockRestore();
    }
    expect(heard).toBe(0);
  });

  it('ignores proxy settings and NODE_TLS_REJECT_UNAUTHORIZED in the environment', async () => {
    let proxied = 0;
    const count = () => {
      proxied += 1;
    };
    const proxy = kept(await startHttpServer(count));
    const plain = kept(await startHttpServer((_request, response) => void response.end('direct')));
    const secure = kept(await startHttpServer((_request, response) => response.end('untrusted'), { tls: selfSigned }));
    const module = new URL('../../../server/adapters/outbound/index.ts', import.meta.url).href;
    const script = `
      const { createGuard, createOutbound, parseOutboundAllow, startCaptureProxy } = await import(${JSON.stringify(module)});
      const guard = createGuard({ allow: parseOutboundAllow('127.0.0.0/8'), ownPorts: [] });
      const outbound = createOutbound(guard);
      const get = (url) => outbound.request({ url, use: 'fetch', method: 'GET', timeoutMs: 9000, maxBytes: 99 })
        .then(({ body }) => body.toString(), ({ reason }) => reason);
      const said = [await get('${plain.origin}/'), await get('${secure.origin}/')];
      const proxy = await startCaptureProxy(guard);
      const { request } = await import('node:http');
      said.push(await new Promise((resolve) => request({ agent: false, host: '127.0.0.1', port: new URL(proxy.server).port,
        path: '${plain.origin}/', headers: { host: 'x' } }, (answer) => answer.setEncoding('utf8').on('data', resolve)).end()));
      await proxy.close();
      console.log(said.join(' '));`;
    const environment = { NODE_USE_ENV_PROXY: '1', NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];
    const proxies = Object.fromEntries(names.map((name) => [name, proxy.origin]));
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { PATH: process.env.PATH, ...environment, ...proxies },
    });
    expect(stdout.trim()).toBe('direct tls direct');
    expect(proxied).toBe(0);
  });

  it('checks the target of every kind of redirect', async () => {
    const trap = kept(await serveSilence());
    const target = (status: number, to: string) => `/${status}?to=${encodeURIComponent(to)}`;
    const server = kept(
      await startHttpServer((request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
        const location = searchParams.get('to') ?? '';
        response.writeHead(Number(pathname.slice(1)), { location }).end();
      }),
    );
    const at = `127.0.0.1:${trap.port}`;
    const targets = [
      `http://${at}/`,
      `https://${at}/`,
      `//${at}/`,
      `\\\\${at}\\`,
      `http:\\\\${at}/`,
      `http://example.com@${at}/`,
      `http://2130706433:${trap.port}/`,
      `http://[::ffff:127.0.0.1]:${trap.port}/`,
      `http://localhost:${trap.port}/`,
      'http://example.com/',
      'https://example.com:25/',
      'file:///etc/passwd',
      'ftp://127.0.0.1/',
      'data:text/plain,x',
      'javascript:1',
      target(302, target(307, `http://${at}/`)),
    ];
    const outbound = outboundTo([server]);
    let count = 0;
    for (const status of [301, 302, 303, 307, 308]) {
      for (const to of targets) {
        const request = outbound.request({ ...get, url: server.origin + target(status, to), maxRedirects: 3 });
        await expect(request, `${status} ${to}`).rejects.toMatchObject({ reason: 'refused' });
        count += 1;
      }
    }
    console.log(`${count} redirects: ${trap.connections()} connections`);
    expect(trap.connections()).toBe(0);
  });

  it('aborts running requests when it closes', async () => {
    const silent = kept(await serveSilence());
    const outbound = outboundTo([silent]);
    const request = outbound.request({ ...get, url: `${silent.origin}/` });
    request.catch(() => undefined);
    await expect.poll(() => silent.connections()).toBe(1);
    await outbound.close();
    // This is no failure of the receiver, which would end a job for good.
    for (const ended of [request, outbound.request({ ...get, url: `${silent.origin}/` })]) {
      const error = await ended.catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'SERVICE_STOPPING' });
      expect(error).not.toBeInstanceOf(OutboundFailure);
    }
    expect(silent.connections()).toBe(1);
  });
});
