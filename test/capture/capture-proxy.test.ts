import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createGuard, parseOutboundAllow, startCaptureProxy } from '../../server/adapters/outbound/index.ts';
import { recordDials } from '../api/adapters/support/dials.ts';
import { hostileHosts } from '../api/adapters/support/hostile-urls.ts';
import { atFileEnd } from '../support/file-end.ts';
import { type Running, startHttpServer } from '../support/servers.ts';

async function proxyTo(servers: readonly Running[], maxBytes?: number) {
  const allow = servers.map(({ port }) => `capture=127.0.0.1/32:${port}`).join(',');
  const guard = createGuard({ allow: parseOutboundAllow(allow), ownPorts: [] });
  const proxy = await startCaptureProxy(guard, maxBytes === undefined ? {} : { maxBytes });
  atFileEnd(() => proxy.close());
  return proxy;
}

/** Writes bytes to the proxy as no well-behaved browser would, and reads until it closes or sends `until`. */
function talk(server: string, text: string, until?: RegExp): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(server).port) }, () => socket.write(text));
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      answer += chunk;
      if (until?.test(answer)) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}

async function viaProxy(server: string, url: string): Promise<{ status: number; body: string; headers: object }> {
  const { port } = new URL(server);
  const request = httpRequest({ host: '127.0.0.1', port, path: url, headers: { host: new URL(url).host } });
  request.on('error', () => undefined).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await text(response), headers: response.headers };
}

const site = (): Promise<Running> =>
  startHttpServer((request, response) => {
    if (request.url === '/large') return void response.end('x'.repeat(3_000_000));
    response.setHeader('x-seen', JSON.stringify(request.headers));
    response.end(`here ${request.url}`);
  });

describe('the capture proxy', () => {
  it('forwards http and tunnels, to allowed addresses', async () => {
    const server = await site();
    const proxy = await proxyTo([server]);
    const answer = await viaProxy(proxy.server, `${server.origin}/a?b=c`);
    expect([answer.status, answer.body]).toEqual([200, 'here /a?b=c']);
    const tunnelled = await talk(
      proxy.server,
      `CONNECT 127.0.0.1:${server.port} HTTP/1.1\r\nhost: x\r\n\r\nGET /t HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      /here \/t/,
    );
    expect(tunnelled).toContain('200 Connection Established');
    expect(tunnelled).toContain('here /t');
    expect(proxy.bytes()).toBeGreaterThan(100);
    expect(proxy.lastRefusal()).toBeNull();
  });

  it('refuses every hostile host, by tunnel and by plain request', async () => {
    const server = await site();
    const proxy = await proxyTo([server]);
    const { dials, stop } = recordDials();
    for (const host of hostileHosts) {
      const connectAnswer = await talk(proxy.server, `CONNECT ${host}:443 HTTP/1.1\r\nhost: x\r\n\r\n`);
      expect(connectAnswer, host).not.toContain('200');
      const plain = await talk(proxy.server, `GET http://${host}:81/ HTTP/1.1\r\nhost: x\r\n\r\n`);
      expect(plain, host).not.toContain('200');
    }
    stop();
    const ownDials = dials.filter((dial) => dial !== `127.0.0.1 ${new URL(proxy.server).port}`);
    expect(ownDials).toEqual([]);
    expect(proxy.lastRefusal()).toContain('OUTBOUND_ALLOW');
  });

  it('forwards neither to itself nor to another capture’s proxy', async () => {
    const allow = parseOutboundAllow('127.0.0.0/8');
    const guard = createGuard({ allow, ownPorts: [] });
    const [first, second] = [await startCaptureProxy(guard), await startCaptureProxy(guard)];
    atFileEnd(() => Promise.all([first.close(), second.close()]));
    for (const target of [first, second]) {
      const { host } = new URL(target.server);
      expect(await talk(first.server, `CONNECT ${host} HTTP/1.1\r\nhost: x\r\n\r\n`)).not.toContain('200');
    }
  });

  it('closes the connection on malformed input', async () => {
    const proxy = await proxyTo([await site()]);
    for (const text of [
      'CONNECT nonsense HTTP/1.1\r\nhost: x\r\n\r\n',
      'CONNECT :443 HTTP/1.1\r\nhost: x\r\n\r\n',
      'CONNECT 8.8.8.8:0 HTTP/1.1\r\nhost: x\r\n\r\n',
      'CONNECT 8.8.8.8:25 HTTP/1.1\r\nhost: x\r\n\r\n',
      'CONNECT 8.8.8.8:65536 HTTP/1.1\r\nhost: x\r\n\r\n',
      'CONNECT 8.8.8.8:99999 HTTP/1.1\r\nhost: x\r\n\r\n',
      'GET /origin-form HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n',
      'GET https://example.com/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
      'GET file:///etc/passwd HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
      '\u0016\u0003\u0001 not http\r\n\r\n',
    ]) {
      expect(await talk(proxy.server, text), text).not.toContain('200');
    }
  });

  it('stops all transfers once the byte budget is spent', async () => {
    const server = await site();
    const proxy = await proxyTo([server], 1_000_000);
    await expect(viaProxy(proxy.server, `${server.origin}/large`)).rejects.toThrow();
    expect(proxy.lastRefusal()).toContain('1 MB');
    await expect(viaProxy(proxy.server, `${server.origin}/small`)).rejects.toThrow();
    expect(proxy.failureOf(`${server.origin}/small`)?.reason).toBe('too_many_bytes');
  });

  it('remembers why a host could not be reached', async () => {
    const gone = await startHttpServer(() => undefined);
    await gone.close();
    const proxy = await proxyTo([gone]);
    await expect(viaProxy(proxy.server, `${gone.origin}/x`)).rejects.toThrow();
    expect(proxy.failureOf(`${gone.origin}/x`)?.reason).toBe('connection');
    await expect(viaProxy(proxy.server, 'http://nowhere.invalid/')).rejects.toThrow();
    expect(proxy.failureOf('http://nowhere.invalid/')?.reason).toBe('dns');
    await expect(viaProxy(proxy.server, 'http://10.0.0.1/')).rejects.toThrow();
    expect(proxy.failureOf('http://10.0.0.1/')?.reason).toBe('refused');
    expect(proxy.failureOf('http://example.com/')).toBeNull();
  });
});
