import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createNetServer, type Server as NetServer, type Socket } from 'node:net';

export interface Running {
  port: number;
  origin: string;
  close(): Promise<void>;
}

export function listening(server: Server | NetServer, scheme = 'http', host = '127.0.0.1'): Promise<Running> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo;
      resolve({
        port,
        origin: `${scheme}://127.0.0.1:${port}`,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            for (const socket of sockets) socket.destroy();
          }),
      });
    });
  });
}

export function serve(listener: RequestListener): Promise<Running> {
  return listening(createServer(listener));
}

/** Takes connections, reads them and never answers; counts them. */
export async function serveSilence(): Promise<Running & { connections(): number }> {
  let connections = 0;
  const server = createNetServer((socket) => {
    connections += 1;
    socket.resume();
    socket.on('error', () => socket.destroy());
  });
  return { ...(await listening(server)), connections: () => connections };
}
