import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { Client, type Dispatcher } from 'undici';
import { ServiceStopping } from '../service-stopping.ts';
import type { OutboundUse } from './allow.ts';
import { dial } from './dial.ts';
import { OutboundFailure, outboundFailure } from './failure.ts';
import { type Guard, portOf, type Reach } from './guard.ts';

export interface OutboundRequest {
  url: string;
  use: OutboundUse;
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** For the whole exchange, including redirects and the body */
  timeoutMs: number;
  maxBytes: number;
  /**
   * What happens to a longer response: `fail` (`too_large`), or `truncate`, the default for webhooks, of which only the
   * status matters
   */
  overflow?: 'fail' | 'truncate';
  /** 0 by default: a redirect is returned like any other response. GET and HEAD only. */
  maxRedirects?: number;
}

export interface OutboundResponse {
  status: number;
  /** Names in lower case; repeated ones joined by `, ` */
  headers: Record<string, string>;
  body: Buffer;
}

/** HTTP through the guard, to addresses that people entered. Rejects with OutboundFailure only. */
export interface Outbound {
  request(request: OutboundRequest): Promise<OutboundResponse>;
  close(): Promise<void>;
}

async function secured(hostname: string, tcp: Promise<Socket>, signal: AbortSignal) {
  const socket = await tcp;
  return new Promise<TLSSocket>((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const tls = connectTls({
      socket,
      host,
      servername: isIP(host) === 0 ? host : '',
      ALPNProtocols: ['http/1.1'],
      // Set explicitly, because an environment variable can turn it off.
      rejectUnauthorized: true,
    });
    const abort = () => tls.destroy(signal.reason instanceof Error ? signal.reason : new Error('Aborted'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    tls.once('close', () => signal.removeEventListener('abort', abort));
    tls.once('error', reject);
    tls.once('secureConnect', () => {
      tls.removeListener('error', reject);
      // An error before the next owner adds a listener must not crash the process.
      tls.on('error', () => tls.destroy());
      resolve(tls);
    });
  });
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

function tooLarge(host: string, maxBytes: number): OutboundFailure {
  return new OutboundFailure('too_large', `${host} answered with more than ${maxBytes} bytes.`);
}

async function readBody(response: Dispatcher.ResponseData, request: OutboundRequest, host: string): Promise<Buffer> {
  const truncate = (request.overflow ?? (request.use === 'webhook' ? 'truncate' : 'fail')) === 'truncate';
  const { maxBytes } = request;
  if (!truncate && Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(host, maxBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
    chunks.push(bytes);
    size += bytes.length;
    if (size <= maxBytes) continue;
    if (!truncate) throw tooLarge(host, maxBytes);
    break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** Bytes allowed besides the body: headers, provisional responses, chunk framing. */
const FRAME_BYTES = 262_144;

/**
 * Closes a connection that receives more than any honest response contains. Bytes outside the body are counted nowhere
 * else.
 */
function endWhenFlooded(socket: Socket, host: string, maxBytes: number): Socket {
  const most = 2 * maxBytes + FRAME_BYTES;
  socket.on('readable', () => {
    if (socket.bytesRead > most) socket.destroy(tooLarge(host, maxBytes));
  });
  return socket;
}

/**
 * Sends one request on its own client: the name is resolved again, the connection is used once, and aborting also stops
 * a connection attempt.
 */
async function exchange(guard: Guard, url: URL, reach: Reach, request: OutboundRequest, signal: AbortSignal) {
  const client = new Client(url.origin, {
    pipelining: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (_options, done) => {
      const tcp = dial(guard, { hostname: url.hostname, port: portOf(url), reach }, signal);
      const socket = url.protocol === 'https:' ? secured(url.hostname, tcp, signal) : tcp;
      socket.then(
        (ready) => done(null, endWhenFlooded(ready, url.host, request.maxBytes)),
        (error) => done(error instanceof Error ? error : new Error('Aborted'), null),
      );
    },
  });
  try {
    const response = await client.request({
      path: `${url.pathname}${url.search}`,
      method: request.method,
      headers: { 'user-agent': 'Sightline', ...request.headers },
      body: request.body ?? null,
      signal,
    });
    return {
      status: response.statusCode,
      headers: flatten(response.headers),
      body: await readBody(response, request, url.host),
    };
  } finally {
    client.destroy().catch(() => undefined);
  }
}

function withoutSecrets(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^(accept|accept-language|user-agent)$/i.test(name)),
  );
}

export function createOutbound(guard: Guard): Outbound {
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();

  async function run(request: OutboundRequest): Promise<OutboundResponse> {
    const signal = AbortSignal.any([AbortSignal.timeout(request.timeoutMs), closing.signal]);
    let current = request;
    for (let hop = 0; ; hop += 1) {
      const { url, reach } = guard.checkUrl(current.url, current.use);
      const response = await exchange(guard, url, reach, current, signal).catch((error) => {
        if (closing.signal.aborted) throw new ServiceStopping('The request was aborted: the process is stopping.');
        throw outboundFailure(signal.aborted ? signal.reason : error, url.host);
      });
      const location = response.status >= 300 && response.status < 400 ? response.headers.location : undefined;
      const limit = request.maxRedirects ?? 0;
      if (location === undefined || limit === 0 || !/^(GET|HEAD)$/.test(request.method)) return response;
      if (hop >= limit || !URL.canParse(location, url.href)) {
        throw new OutboundFailure('redirect', `${url.host} redirects ${hop >= limit ? 'too often' : 'to nowhere'}.`);
      }
      const next = new URL(location, url);
      const headers = next.origin === url.origin ? current.headers : withoutSecrets(current.headers);
      current = { ...current, url: next.href, ...(headers === undefined ? {} : { headers }) };
    }
  }

  return {
    request(request) {
      const work = run(request);
      const settled = work.catch(() => undefined).finally(() => running.delete(settled));
      running.add(settled);
      return work;
    },
    async close() {
      closing.abort();
      await Promise.all(running);
    },
  };
}
