import { connect } from 'node:net';
import {
  type CaptureProxy,
  createOutbound,
  type Guard,
  type OutboundRequest,
} from '../../../server/adapters/outbound/index.ts';
import { DOCUMENT_REQUEST } from '../../../server/domain/oauth-client/client-document.ts';

/**
 * One way an address leaves the service. `go` returns the outcome: a reason, or `answered …` when it reached something.
 */
export interface OutboundPath {
  name: string;
  go(url: string): Promise<string>;
}

type Settings = Omit<OutboundRequest, 'url'>;
const bounds = { timeoutMs: 20_000, maxBytes: 100_000 };
const fetched = { ...bounds, use: 'fetch', method: 'GET', maxRedirects: 3 } satisfies Settings;

/** The requests of the service's operations, as the guard sees them. */
const requests: Record<string, Settings> = {
  'webhook send': { ...bounds, use: 'webhook', method: 'POST', body: '{}' },
  'image, PDF and after-image address': { ...fetched, headers: { accept: 'image/png,image/jpeg,image/webp' } },
  'OAuth client metadata': DOCUMENT_REQUEST,
};

/** Returns the ways through outbound requests. `redirector`: the origin of a server that redirects `/?to=…` there. */
export function requestPaths(guard: Guard, redirector: string): OutboundPath[] {
  const outbound = createOutbound(guard);
  const send = (settings: Settings) => (url: string) =>
    outbound.request({ ...settings, url }).then(
      ({ status }) => `answered ${status}`,
      (error) => error.reason ?? String(error),
    );
  const direct = Object.entries(requests).map(([name, settings]) => ({ name, go: send(settings) }));
  const redirected = Object.entries(requests).map(([name, settings]) => ({
    name: `redirect of ${name}`,
    go: (url: string) => send(settings)(`${redirector}/?to=${encodeURIComponent(url)}`),
  }));
  return [...direct, ...redirected];
}

/** Sends bytes to the proxy that no correct browser would send. Returns the first line of the answer. */
function talk(proxy: CaptureProxy, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const port = Number(new URL(proxy.server).port);
    const socket = connect({ host: '127.0.0.1', port }, () => socket.end(Buffer.from(text, 'utf8')));
    socket.setEncoding('latin1').on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const [line = ''] = answer.split('\r\n');
      resolve(/^HTTP\/1\.1 [23]/.test(line) ? `answered ${line}` : `closed ${line}`);
    });
  });
}

/** Returns host and port of a URL without parsing them. */
function authorityOf(url: string): string {
  return /^[a-z]+:[/\\]*([^/\\?#\r\n]*)/i.exec(url)?.[1] ?? url.replace(/\s/g, '');
}

/** Returns what a browser, or an attacker who controls one, can send to its capture's proxy. */
export function proxyPaths(proxy: CaptureProxy): OutboundPath[] {
  const plain = (url: string) => url.replace(/^https:/i, 'http:').replace(/[\r\n]/g, '');
  const get = (url: string, headers: string) =>
    talk(proxy, `GET ${plain(url)} HTTP/1.1\r\nhost: example.com\r\n${headers}\r\n\r\n`);
  const tunnel = (url: string, then: string) =>
    talk(proxy, `CONNECT ${authorityOf(url)} HTTP/1.1\r\nhost: example.com\r\n\r\n${then}`);
  return [
    { name: 'capture navigation', go: (url) => get(url, 'sec-fetch-dest: document') },
    { name: 'capture sub-resource, also of an email', go: (url) => get(url, 'sec-fetch-dest: image') },
    { name: 'capture tunnel (CONNECT)', go: (url) => tunnel(url, '') },
    {
      name: 'WebSocket through a tunnel',
      go: (url) => tunnel(url, 'GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
    },
    {
      name: 'WebSocket upgrade',
      go: (url) => get(url.replace(/^https:/i, 'ws:'), 'connection: upgrade\r\nupgrade: websocket'),
    },
  ];
}
