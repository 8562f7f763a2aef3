import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Destination, dial } from './dial.ts';
import { OutboundFailure, type OutboundReason, outboundFailure } from './failure.ts';
import { type Guard, portOf } from './guard.ts';

export interface CaptureProxyOptions {
  /** Bytes both ways, after which every connection ends. Default 200 MB. */
  maxBytes?: number;
  /** Default 15 s */
  connectTimeoutMs?: number;
}

/** A forward proxy on loopback for one browser context: the only way out that its pages have. */
export interface CaptureProxy {
  /** `http://127.0.0.1:port` */
  server: string;
  /** The last request that was not let out, in words, or null. */
  lastRefusal(): string | null;
  /** Why this URL's host could not be reached, or null when it could; once the bytes are spent, that. */
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

export async function startCaptureProxy(guard: Guard, options: CaptureProxyOptions = {}): Promise<CaptureProxy> {
  const maxBytes = options.maxBytes ?? 200_000_000;
  const sockets = new Set<Duplex>();
  const failures = new Map<string, OutboundFailure>();
  let refusal: string | null = null;
  let transferred = 0;
  let spent: OutboundFailure | null = null;

  function track(socket: Duplex): void {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  }

  function count(bytes: number): void {
    transferred += bytes;
    if (transferred <= maxBytes || spent !== null) return;
    refusal = `The page moved more than ${Math.round(maxBytes / 1_000_000)} MB, the most one capture may.`;
    spent = new OutboundFailure('too_many_bytes', refusal);
    for (const socket of sockets) socket.destroy();
  }

  function note(error: unknown, host: string, key: string): void {
    const failure = outboundFailure(error, host);
    failures.set(key, failure);
    if (failure.reason === 'refused') refusal = failure.message;
  }

  async function reach(destination: Destination): Promise<Socket> {
    const { hostname, port } = destination;
    try {
      if (spent !== null) throw spent;
      const upstream = await dial(guard, destination, AbortSignal.timeout(options.connectTimeoutMs ?? 15_000));
      track(upstream);
      failures.delete(`${hostname}:${port}`);
      return upstream;
    } catch (error) {
      note(error, hostname, `${hostname}:${port}`);
      throw error;
    }
  }

  /** https and WebSockets: the browser asks for a tunnel and speaks TLS through it to the real host. */
  async function tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    track(client);
    const match = /^(.+):(\d{1,5})$/.exec(request.url ?? '');
    const port = Number(match?.[2]);
    if (match === null || port > 65_535) return void client.destroy();
    try {
      const upstream = await reach({ hostname: match[1] ?? '', port, reach: { use: 'capture' } });
      if (client.destroyed) return void upstream.destroy();
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.write(head);
      client.pipe(upstream).pipe(client);
      for (const side of [client, upstream]) side.on('data', (chunk: Buffer) => count(chunk.length));
      client.once('close', () => upstream.destroy());
      upstream.once('close', () => client.destroy());
    } catch {
      client.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n');
    }
  }

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { url, reach: allowed } = guard.checkUrl(request.url ?? '', 'capture');
      if (url.protocol !== 'http:') throw new OutboundFailure('refused', 'A proxy is asked for https by CONNECT.');
      const upstream = await reach({ hostname: url.hostname, port: portOf(url), reach: allowed });
      const outgoing = httpRequest({
        createConnection: () => upstream,
        method: request.method,
        path: `${url.pathname}${url.search}`,
        headers: [...forwardable(request.rawHeaders), 'connection', 'close'],
        setHost: false,
        maxHeaderSize: 64_000,
      });
      upstream.on('data', (chunk: Buffer) => count(chunk.length));
      outgoing.on('response', (answer) => {
        answer.once('error', () => response.destroy());
        try {
          response.writeHead(answer.statusCode ?? 502, forwardable(answer.rawHeaders));
        } catch (error) {
          // A status such as 099, or what else the parser lets through and no answer may have.
          note(error, url.hostname, `${url.hostname}:${portOf(url)}`);
          outgoing.destroy();
          return void response.destroy();
        }
        answer.pipe(response);
      });
      // An upgrade that nobody asked for ends it without an answer and without an error.
      outgoing.once('close', () => {
        if (!response.headersSent) response.destroy();
      });
      outgoing.once('error', (error) => {
        note(error, url.hostname, `${url.hostname}:${portOf(url)}`);
        response.destroy();
      });
      response.once('close', () => outgoing.destroy());
      request.on('data', (chunk: Buffer) => count(chunk.length));
      request.pipe(outgoing);
    } catch (error) {
      if (URL.canParse(request.url ?? '')) {
        const url = new URL(request.url ?? '');
        note(error, url.hostname, `${url.hostname}:${portOf(url)}`);
      }
      // Without an answer the browser reports a failed request, as it would for a host that is not there.
      response.destroy();
    }
  }

  const server = createServer({ maxHeaderSize: 64_000 });
  server.on('connection', track);
  server.on('connect', (request, client, head) => void tunnel(request, client, head));
  server.on('request', (request, response) => void forward(request, response));
  server.on('upgrade', (_request, client) => client.destroy());
  server.on('clientError', (_error, client) => client.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const releasePort = guard.claimPort(port);

  return {
    server: `http://127.0.0.1:${port}`,
    lastRefusal: () => refusal,
    failureOf(text) {
      if (!URL.canParse(text)) return null;
      const url = new URL(text);
      const failure = spent ?? failures.get(`${url.hostname}:${portOf(url)}`);
      return failure === undefined ? null : { reason: failure.reason, message: failure.message };
    },
    bytes: () => transferred,
    async close() {
      releasePort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
