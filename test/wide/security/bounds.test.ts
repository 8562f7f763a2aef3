import { createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createOutbound, type OutboundRequest } from '../../../server/adapters/outbound/index.ts';
import { capturedTitle, guardOf, walledIn } from '../../security/support/browser.ts';
import { listening, type Running } from '../../support/servers.ts';

const KB = 1_000;
const BOUND_MS = 1_500;
const MAX_BYTES = 100 * KB;

/** Writes repeatedly, as fast as it is read, or at an interval. */
function endlessly(socket: Socket, text: string, everyMs = 0): void {
  const timer = setInterval(() => {
    if (socket.writable && !socket.writableNeedDrain) socket.write(text);
  }, everyMs);
  socket.once('close', () => clearInterval(timer));
}

const html = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n';

/** What a hostile server does with a connection after the request. */
const receivers: Record<string, (socket: Socket) => void> = {
  'says nothing': () => undefined,
  'drips its status line': (socket) => endlessly(socket, 'H', 50),
  'drips headers': (socket) => {
    socket.write(html);
    endlessly(socket, 'x-a: b\r\n', 20);
  },
  'floods with headers': (socket) => {
    socket.write(html);
    endlessly(socket, `x-a: ${'b'.repeat(4_000)}\r\n`);
  },
  'one endless header': (socket) => {
    socket.write(`${html}x-a: `);
    endlessly(socket, 'b'.repeat(16_000));
  },
  'drips its body': (socket) => {
    socket.write(`${html}\r\n`);
    endlessly(socket, '<p>x', 20);
  },
  'floods with body': (socket) => {
    socket.write(`${html}\r\n<!--`);
    endlessly(socket, 'x'.repeat(64_000));
  },
  'endless chunks': (socket) => {
    socket.write(`${html}transfer-encoding: chunked\r\n\r\n`);
    endlessly(socket, `4000\r\n${'x'.repeat(0x4000)}\r\n`);
  },
  'one endless chunk size': (socket) => {
    socket.write(`${html}transfer-encoding: chunked\r\n\r\n`);
    endlessly(socket, '0'.repeat(10_000));
  },
  'announces a terabyte': (socket) => void socket.write(`${html}content-length: 1099511627776\r\n\r\n<p>`),
  'announces more than it has': (socket) => void socket.write(`${html}content-length: 1000\r\n\r\n<p>`),
  'informs for ever': (socket) => endlessly(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </x>; rel=preload\r\n\r\n', 20),
  'redirects for ever': (socket) =>
    void socket.end('HTTP/1.1 302 Found\r\nlocation: /again\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'),
  'redirects with an endless body': (socket) => {
    socket.write('HTTP/1.1 302 Found\r\nlocation: /again\r\n\r\n');
    endlessly(socket, 'x'.repeat(64_000));
  },
  'has a status that is none': (socket) => void socket.end('HTTP/1.1 099 Odd\r\ncontent-length: 0\r\n\r\n'),
  'has bytes in its reason': (socket) =>
    void socket.end(Buffer.from('HTTP/1.1 200 \u0001\u00ff\u007f\r\ncontent-length: 0\r\n\r\n', 'latin1')),
  'has bytes in a header': (socket) =>
    void socket.end(Buffer.from('HTTP/1.1 200 OK\r\nx-a: \u0001\u007f\u00ff\r\ncontent-length: 0\r\n\r\n', 'latin1')),
  'answers twice': (socket) => void socket.end(`${html}content-length: 1\r\n\r\nx${html}content-length: 1\r\n\r\ny`),
  'switches protocols': (socket) =>
    void socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
  'talks another protocol': (socket) => void socket.write('220 mail.example ESMTP\r\n'),
  'ends at once': (socket) => void socket.destroy(),
  resets: (socket) => void socket.resetAndDestroy(),
};

const servers = new Map<string, Running>();
for (const [name, behave] of Object.entries(receivers)) {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => behave(socket));
    socket.resume();
  });
  servers.set(name, await listening(server));
}

function originOf(name: string): string {
  const server = servers.get(name);
  if (server === undefined) throw new Error(`There is no receiver that ${name}`);
  return server.origin;
}

const paths: Record<string, Omit<OutboundRequest, 'url'>> = {
  'webhook send': { use: 'webhook', method: 'POST', body: '{}', timeoutMs: BOUND_MS, maxBytes: 16 * KB },
  'image, PDF and after-image address': {
    use: 'fetch',
    method: 'GET',
    timeoutMs: BOUND_MS,
    maxBytes: MAX_BYTES,
    maxRedirects: 3,
  },
  'OAuth client metadata': { use: 'fetch', method: 'GET', timeoutMs: BOUND_MS, maxBytes: 16 * KB },
};

describe('for any behaviour of a receiver', () => {
  it.each(Object.keys(paths))('%s ends within its limits', async (name) => {
    const settings = paths[name];
    if (settings === undefined) throw new Error(`There is no path ${name}`);
    const outbound = createOutbound(guardOf({ allow: '127.0.0.0/8' }));
    const outcomes = await Promise.all(
      [...servers].map(async ([receiver, { origin }]) => {
        const started = performance.now();
        const outcome = await outbound.request({ ...settings, url: `${origin}/` }).then(
          ({ status, body }) => (body.length <= settings.maxBytes ? `${status}` : `${body.length} bytes`),
          (error) => error.reason ?? `${error}`,
        );
        return { receiver, outcome, ms: performance.now() - started };
      }),
    );
    await outbound.close();
    console.log(
      `${name}: ${outcomes.length} receivers, slowest ${Math.round(Math.max(...outcomes.map(({ ms }) => ms)))} ms of ${BOUND_MS}; ${outcomes.map(({ receiver, outcome }) => `${receiver}: ${outcome}`).join(', ')}`,
    );
    for (const { receiver, outcome } of outcomes) {
      expect(outcome, receiver).toMatch(/^(\d{3}|timeout|connection|too_large|redirect)$/);
    }
  });

  it('a capture ends within its limits, as a page and as part of one', async () => {
    const hosting = await listening(
      createServer((socket) => {
        socket.on('error', () => socket.destroy());
        socket.once('data', () => {
          const parts = [...servers.values()].map(
            ({ origin }) =>
              `<img src="${origin}/"><iframe src="${origin}/"></iframe><script async src="${origin}/"></script>`,
          );
          const body = `<!doctype html><title>host</title><p>x${parts.join('')}`;
          socket.end(`${html}connection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
        });
      }),
    );
    const walls = { allow: 'capture=127.0.0.0/8', maxBytes: 3_000_000 };
    const started = performance.now();
    const pages = await Promise.all([
      ...[...servers.keys()].map(async (name) => {
        const { value } = await walledIn(walls, (context, proxy) =>
          capturedTitle(context, proxy, `${originOf(name)}/`, 4_000),
        );
        return { name, value };
      }),
      walledIn(walls, async (context, proxy) => ({
        value: await capturedTitle(context, proxy, `${hosting.origin}/`, 20_000),
        bytes: proxy.bytes(),
      })).then(({ value }) => ({ name: 'a page of all of them', value: value.value, bytes: value.bytes })),
    ]);
    await hosting.close();
    const ms = Math.round(performance.now() - started);
    console.log(
      `capture: ${pages.length} pages in ${ms} ms; ${pages.map(({ name, value }) => `${name}: ${value}`).join('; ')}`,
    );
    for (const { name, value } of pages) expect(value, name).toMatch(/^(host|failed: .{20,}|)$/);
    const whole = pages.find(({ name }) => name === 'a page of all of them');
    expect(whole).toMatchObject({ value: expect.stringMatching(/^(host|failed: .{20,})$/) });
  });
});
