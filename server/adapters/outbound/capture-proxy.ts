import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { createTraffic, type Traffic } from './capture-traffic.ts';
import { OutboundFailure, type OutboundReason } from './failure.ts';
import { type Guard, portOf } from './guard.ts';

export interface CaptureProxyOptions {
  /** Bytes in both directions, after which every connection is closed. Default 200 MB. */
  maxBytes?: number;
  /** Default 15 s */
  connectTimeoutMs?: number;
}

/** A forward proxy on loopback for one browser context: the only way out for its pages. */
export interface CaptureProxy {
  /** `http://127.0.0.1:port` */
  server: string;
  /** The message about the last refused request, or null. */
  lastRefusal(): string | null;
  /** Why this URL's host could not be reached, or null when it could. After the byte limit, always that reason. */
  failureOf(url: string): { reason: OutboundReason; message: string } | null;
  bytes(): number;
  close(): Promise<void>;
}

const hopByHop = /^(connection|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*)$/i;

function forwardable(rawHeaders: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (!hopByHop.test(name)) kept.push(name, rawHeaders[i + 1] ?? '');
  }
  return kept;
}

/** Opens a tunnel for https and WebSockets: the browser speaks TLS through it to the real host. */
async function tunnel(traffic: Traffic, request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
  traffic.track(client);
  const match = /^(.+):(\d{1,5})$/.exec(request.url ?? '');
  const port = Number(match?.[2]);
  if (match === null || port > 65_535) return void client.destroy();
  try {
    const upstream = await traffic.reach({ hostname: match[1] ?? '', port, reach: { use: 'capture' } });
    if (client.destroyed) return void upstream.destroy();
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    upstream.write(head);
    client.pipe(upstream).pipe(client);
    for (const side of [client, upstream]) side.on('data', (chunk: Buffer) => traffic.count(chunk.length));
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
  } catch {
    client.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n');
  }
}

async function forward(
  guard: Guard,
  traffic: Traffic,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const { url, reach: allowed } = guard.checkUrl(request.url ?? '', 'capture');
    if (url.protocol !== 'http:') throw new OutboundFailure('refused', 'A proxy is asked for https by CONNECT.');
    const upstream = await traffic.reach({ hostname: url.hostname, port: portOf(url), reach: allowed });
    const outgoing = httpRequest({
      createConnection: () => upstream,
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: [...forwardable(request.rawHeaders), 'connection', 'close'],
      setHost: false,
      maxHeaderSize: 64_000,
    });
    upstream.on('data', (chunk: Buffer) => traffic.count(chunk.length));
    outgoing.on('response', (answer) => {
      answer.once('error', () => response.destroy());
      try {
        response.writeHead(answer.statusCode ?? 502, forwardable(answer.rawHeaders));
      } catch (error) {
        // A status such as 099, or another value that the parser accepts but no response may have.
        traffic.note(error, url.hostname, `${url.hostname}:${portOf(url)}`);
        outgoing.destroy();
        return void response.destroy();
      }
      answer.pipe(response);
    });
    // An unrequested upgrade ends the exchange without a response and without an error.
    outgoing.once('close', () => {
      if (!response.headersSent) response.destroy();
    });
    outgoing.once('error', (error) => {
      traffic.note(error, url.hostname, `${url.hostname}:${portOf(url)}`);
      response.destroy();
    });
    response.once('close', () => outgoing.destroy());
    request.on('data', (chunk: Buffer) => traffic.count(chunk.length));
    request.pipe(outgoing);
  } catch (error) {
    if (URL.canParse(request.url ?? '')) {
      const url = new URL(request.url ?? '');
      traffic.note(error, url.hostname, `${url.hostname}:${portOf(url)}`);
    }
    // Closed without a response, so that the browser reports a failed request, as for an unreachable host.
    response.destroy();
  }
}

export async function startCaptureProxy(guard: Guard, options: CaptureProxyOptions = {}): Promise<CaptureProxy> {
  const { maxBytes = 200_000_000, connectTimeoutMs = 15_000 } = options;
  const traffic = createTraffic(guard, { maxBytes, connectTimeoutMs });
  const server = createServer({ maxHeaderSize: 64_000 });
  server.on('connection', traffic.track);
  server.on('connect', (request, client, head) => void tunnel(traffic, request, client, head));
  server.on('request', (request, response) => void forward(guard, traffic, request, response));
  server.on('upgrade', (_request, client) => client.destroy());
  server.on('clientError', (_error, client) => client.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const releasePort = guard.claimPort(port);
  const { lastRefusal, failureOf, bytes } = traffic;
  return {
    server: `http://127.0.0.1:${port}`,
    ...{ lastRefusal, failureOf, bytes },
    async close() {
      releasePort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      traffic.destroy();
      await closed;
    },
  };
}
