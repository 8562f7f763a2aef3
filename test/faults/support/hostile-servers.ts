import { spawn } from 'node:child_process';
import { connect, createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { selfSigned } from '../../api/adapters/support/self-signed.ts';
import { listening, type Running, startHttpServer } from '../../support/servers.ts';

/** How the first attempt must end: with a status, which may be a success, with an error, or in `any` of these ways. */
export type Ending = { status: number } | { words: RegExp } | 'any';

export interface Hostile {
  name: string;
  url: string;
  ending: Ending;
  /** Whether its attempt stays open until the deadline. */
  hangs: boolean;
  /** The most bytes that it could send over one connection. */
  sent(): number;
}

export interface HostileServers {
  all: Hostile[];
  /** Number of connections caused by a redirect. */
  trapped(): number;
  close(): Promise<void>;
}

const LATE: Ending = { words: /^The receiver did not answer in time\.$/ };
const BROKEN: Ending = { words: /^The receiver (closed|could not be talked to)/ };
const TLS: Ending = { words: /^The receiver has no valid TLS certificate/ };
const FLOOD = Buffer.alloc(65_536, 'x');
const head = (status: string, ...headers: string[]): string => [`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n');

/** Writes as long as the data is accepted. */
function flood(socket: Socket, next: () => string | Buffer): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(next()));
  };
  socket.on('drain', more);
  more();
}

/** Writes a little at an interval, until the other side closes. */
function drip(socket: Socket, next: () => string, everyMs = 50): void {
  const timer = setInterval(() => socket.write(next()), everyMs);
  socket.once('close', () => clearInterval(timer));
}

/** Waits for the whole request, then does something with the socket. */
const onRequest = (answer: (socket: Socket) => void) => (socket: Socket) => {
  let text = '';
  const listen = (chunk: Buffer): void => {
    text += chunk.toString('latin1');
    const body = text.indexOf('\r\n\r\n') + 4;
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (body < 4 || text.length < body + length) return;
    socket.off('data', listen);
    socket.resume();
    answer(socket);
  };
  socket.on('data', listen);
};
const say = (...parts: (string | Buffer)[]) =>
  onRequest((socket) => {
    for (const part of parts) socket.write(part);
  });
const sayAndEnd = (...parts: (string | Buffer)[]) =>
  onRequest((socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  });

type Kind = [name: string, ending: Ending, behaviour: (socket: Socket) => void, scheme?: 'https'];

/** Every way to answer on a plain socket. Only the deadline ends those that hang. */
const kinds: Kind[] = [
  ['hangs before the headers', LATE, onRequest(() => {})],
  ['hangs after the headers', LATE, say(head('200 OK', 'content-length: 10'))],
  ['hangs in the middle of a header', LATE, say('HTTP/1.1 200 OK\r\nx-head')],
  ['hangs in the TLS handshake', LATE, (socket) => void socket.resume(), 'https'],
  [
    'drips the body',
    LATE,
    onRequest((socket) => {
      socket.write(head('200 OK', 'transfer-encoding: chunked'));
      drip(socket, () => '1\r\nx\r\n');
    }),
  ],
  [
    'drips the headers',
    LATE,
    onRequest((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ');
      drip(socket, () => 'x');
    }),
  ],
  ['never reads the request', LATE, (socket) => void socket.pause()],
  ['ends nothing and keeps the connection', LATE, say(head('200 OK', 'connection: keep-alive'), 'ok')],
  [
    'endless body',
    { status: 200 },
    onRequest((socket) => {
      socket.write(head('200 OK'));
      flood(socket, () => FLOOD);
    }),
  ],
  [
    'endless body in chunks',
    { status: 200 },
    onRequest((socket) => {
      socket.write(head('200 OK', 'transfer-encoding: chunked'));
      flood(socket, () => `10000\r\n${FLOOD}\r\n`);
    }),
  ],
  [
    'endless body of a failure',
    { status: 500 },
    onRequest((socket) => {
      socket.write(head('500 Internal Server Error'));
      flood(socket, () => FLOOD);
    }),
  ],
  [
    'endless headers',
    BROKEN,
    onRequest((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      flood(socket, () => `x-more: ${FLOOD.subarray(0, 1000)}\r\n`);
    }),
  ],
  ['huge headers', BROKEN, say(head('200 OK', `x-huge: ${'x'.repeat(1_000_000)}`, 'content-length: 2'), 'ok')],
  [
    'endless trailers',
    'any',
    onRequest((socket) => {
      socket.write(`${head('200 OK', 'transfer-encoding: chunked')}2\r\nok\r\n0\r\n`);
      flood(socket, () => `x-more: ${FLOOD.subarray(0, 1000)}\r\n`);
    }),
  ],
  [
    'endless chunk extension',
    'any',
    onRequest((socket) => {
      socket.write(`${head('200 OK', 'transfer-encoding: chunked')}2;`);
      flood(socket, () => FLOOD);
    }),
  ],
  ['resets on connect', BROKEN, (socket) => void socket.resetAndDestroy()],
  ['closes on connect', BROKEN, (socket) => void socket.end()],
  ['resets after the request', BROKEN, onRequest((socket) => socket.resetAndDestroy())],
  [
    'resets in the middle of the answer',
    BROKEN,
    onRequest((socket) => {
      socket.write(`${head('200 OK', 'content-length: 1000')}some`, () => socket.resetAndDestroy());
    }),
  ],
  ['announces more than it sends', BROKEN, sayAndEnd(head('200 OK', 'content-length: 1000'), 'some')],
  ['announces less than it sends', 'any', say(head('200 OK', 'content-length: 2'), 'ok and much more')],
  ['two lengths', BROKEN, say(head('200 OK', 'content-length: 2', 'content-length: 5'), 'ok')],
  [
    'a length and chunks',
    'any',
    sayAndEnd(head('200 OK', 'content-length: 9', 'transfer-encoding: chunked'), '0\r\n\r\n'),
  ],
  ['a negative length', BROKEN, say(head('200 OK', 'content-length: -1'), 'ok')],
  ['a chunk of no size', BROKEN, say(head('200 OK', 'transfer-encoding: chunked'), 'zz\r\nok\r\n0\r\n\r\n')],
  ['an unfinished chunk', BROKEN, sayAndEnd(head('200 OK', 'transfer-encoding: chunked'), 'ff\r\nok')],
  ['no HTTP at all', BROKEN, say('SSH-2.0-OpenSSH_9.9\r\n')],
  ['HTTP of another version', BROKEN, say('HTTP/9.9 200 OK\r\n\r\n')],
  ['a status that is none', BROKEN, say('HTTP/1.1 banana OK\r\ncontent-length: 0\r\n\r\n')],
  ['a status of four digits', BROKEN, say('HTTP/1.1 2000 OK\r\ncontent-length: 0\r\n\r\n')],
  ['a NUL in a header', BROKEN, say('HTTP/1.1 200 OK\r\nx: a\0b\r\ncontent-length: 0\r\n\r\n')],
  ['HTTP/2 unasked', BROKEN, say(Buffer.from('00000604000000000000030000006400040000ffff', 'hex'))],
  ['an endless storm of 100', 'any', onRequest((socket) => flood(socket, () => head('100 Continue')))],
  [
    'an endless storm of 103',
    LATE,
    onRequest((socket) => drip(socket, () => head('103 Early Hints', 'link: </x>'), 5)),
  ],
  ['a few 103, then 200', { status: 200 }, say(head('103 Early Hints').repeat(5), head('200 OK', 'content-length: 0'))],
  ['a switch of protocols', BROKEN, say(head('101 Switching Protocols', 'upgrade: x', 'connection: upgrade'))],
  ['204 with a body', 'any', say(head('204 No Content', 'content-length: 5'), 'hello')],
  ['200 twice', 'any', say(head('200 OK', 'content-length: 2'), 'ok', head('500 Oh', 'content-length: 2'), 'no')],
  ['answers before it was asked', 'any', (socket) => void socket.write(head('200 OK', 'content-length: 0'))],
  [
    'answers while the request is on its way',
    { status: 200 },
    (socket) => {
      socket.once('data', () => {
        socket.pause();
        socket.write(head('200 OK', 'content-length: 0'));
      });
    },
  ],
  [
    'closes what it promised to keep',
    { status: 200 },
    sayAndEnd(head('200 OK', 'connection: keep-alive', 'content-length: 2'), 'ok'),
  ],
  [
    'a gzip bomb',
    { status: 200 },
    sayAndEnd(head('200 OK', 'content-encoding: gzip'), gzipSync(Buffer.alloc(50_000_000), { level: 9 })),
  ],
  [
    'speaks HTTP where TLS is due',
    TLS,
    (socket) => void socket.end(head('400 Bad Request', 'content-length: 0')),
    'https',
  ],
  ['400', { status: 400 }, sayAndEnd(head('400 Bad Request', 'content-length: 0'))],
  ['404', { status: 404 }, sayAndEnd(head('404 Not Found', 'content-length: 0'))],
  ['429 that asks for an hour', { status: 429 }, sayAndEnd(head('429 Slow', 'retry-after: 3600', 'content-length: 0'))],
  ['999', 'any', sayAndEnd(head('999 Denied', 'content-length: 0'))],
];

/** Starts a server whose listening socket accepts no more connections, so that they wait in the kernel. */
async function startDeaf(): Promise<{ port: number; close(): void }> {
  const script = `require('net').createServer(() => {}).listen({ port: 0, host: '127.0.0.1', backlog: 1 },
    function () { console.log(this.address().port) })`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise<number>((fulfil) => child.stdout.once('data', (line) => fulfil(Number(line))));
  child.kill('SIGSTOP');
  const waiting = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  await Promise.race(waiting.map((socket) => new Promise((fulfil) => socket.once('connect', fulfil))));
  return {
    port,
    close() {
      for (const socket of waiting) socket.destroy();
      child.kill('SIGKILL');
    },
  };
}

/** Starts servers that do everything a receiver should not, each at its own address. */
export async function startHostileServers(): Promise<HostileServers> {
  const running: Running[] = [];
  const all: Hostile[] = [];
  const add = (name: string, ending: Ending, url: string, sent: () => number = () => 0): void =>
    void all.push({ name, ending, url, hangs: ending === LATE, sent });

  for (const [name, ending, behaviour, scheme = 'http'] of kinds) {
    let most = 0;
    const server = createServer({ noDelay: true }, (socket) => {
      socket.on('error', () => socket.destroy());
      // Counts the bytes that the kernel accepted. Those still waiting in this process were never sent.
      socket.once('close', () => {
        most = Math.max(most, socket.bytesWritten - socket.writableLength);
      });
      behaviour(socket);
    });
    const started = await listening(server, { scheme });
    running.push(started);
    add(name, ending, `${started.origin}/hook?key=secret`, () => most);
  }

  const untrusted = await startHttpServer((_, response) => response.end('ok'), { tls: selfSigned });
  const deaf = await startDeaf();
  let trapped = 0;
  const trap = await listening(
    createServer((socket) => {
      trapped += 1;
      socket.destroy();
    }),
  );
  const nobody = await listening(createServer());
  await nobody.close();
  running.push(untrusted, trap);
  add('a certificate that nobody signed', TLS, `${untrusted.origin}/`);
  add('takes no connection', LATE, `http://127.0.0.1:${deaf.port}/`);
  add('is not there', { words: /^The receiver refused the connection/ }, `${nobody.origin}/`);
  for (const status of [301, 302, 303, 307, 308]) {
    for (const to of [`${trap.origin}/`, 'http://169.254.169.254/latest/meta-data/', 'https://example.com/']) {
      const behaviour = sayAndEnd(head(`${status} Moved`, `location: ${to}`, 'content-length: 0'));
      const server = await listening(createServer((socket) => behaviour(socket.on('error', () => socket.destroy()))));
      running.push(server);
      add(`${status} to ${to}`, { status }, `${server.origin}/`);
    }
  }
  return {
    all,
    trapped: () => trapped,
    async close() {
      deaf.close();
      await Promise.all(running.map((server) => server.close()));
    },
  };
}
