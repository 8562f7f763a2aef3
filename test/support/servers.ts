import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createNetServer, type Server as NetServer, type Socket } from 'node:net';
import { closeOnce } from './file-end.ts';

export interface Running {
  port: number;
  origin: string;
  /** Closes all connections; the end of the test file does, too. For an HTTP server, rejects with its handler's first mistake. */
  close(): Promise<void>;
}

export interface HttpServer extends Running {
  server: Server;
}

interface Address {
  port?: number;
  host?: string;
  scheme?: 'http' | 'https';
}

/** Starts any server, on loopback by default. */
export async function listening(
  server: NetServer,
  { port: wanted = 0, host = '127.0.0.1', scheme = 'http' }: Address = {},
): Promise<Running> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server.listen(wanted, host), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `${scheme}://127.0.0.1:${port}`,
    close: closeOnce(
      () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          for (const socket of sockets) socket.destroy();
        }),
    ),
  };
}

const networkErrors = new Set([
  'ABORT_ERR',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'UND_ERR_SOCKET',
]);

/** Returns whether the network failed. `fetch` keeps the reason in `cause`. */
function isOfNetwork(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, name, cause }: NodeJS.ErrnoException = error;
  return networkErrors.has(code ?? '') || name === 'AbortError' || isOfNetwork(cause);
}

/**
 * Serves HTTP on loopback. When a handler fails, its connection breaks, as by a network fault. The error is a mistake
 * unless the peer had left or the network failed.
 */
export async function startHttpServer(
  handler: (request: IncomingMessage, response: ServerResponse) => unknown,
  { port = 0, tls }: { port?: number; tls?: ServerOptions } = {},
): Promise<HttpServer> {
  const mistakes: unknown[] = [];
  const listener = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      await handler(request, response);
    } catch (error) {
      if (!request.socket.destroyed && !isOfNetwork(error)) mistakes.push(error);
      request.socket.destroy();
    }
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  const running = await listening(server, { port, scheme: tls === undefined ? 'http' : 'https' });
  return {
    ...running,
    server,
    close: closeOnce(async () => {
      await running.close();
      if (mistakes.length > 0) throw mistakes[0];
    }),
  };
}

/** Starts a server that accepts and reads connections, never answers, and counts them. */
export async function serveSilence(): Promise<Running & { connections(): number }> {
  let connections = 0;
  const server = createNetServer((socket) => {
    connections += 1;
    socket.resume();
    socket.on('error', () => socket.destroy());
  });
  return { ...(await listening(server)), connections: () => connections };
}
