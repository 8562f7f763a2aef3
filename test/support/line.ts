import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Line {
  /** The database's address through this proxy. */
  url: string;
  /** Holds back all answers from now on. Requests still pass, and no connection closes. */
  stop(): void;
  close(): void;
}

/** Starts a proxy to the database that can hold back answers, on request or when a query contains `silentAt`. */
export async function startLine(databaseUrl: string, silentAt?: string): Promise<Line> {
  const { hostname, port } = new URL(databaseUrl);
  const nears = new Set<Socket>();
  const fars = new Set<Socket>();
  let silences = silentAt === undefined ? 0 : 1;
  const silence = (far: Socket): void => void far.unpipe().pause();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    nears.add(near);
    fars.add(far);
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.on('data', (asked) => {
      if (silences === 0 || silentAt === undefined || !asked.includes(silentAt)) return;
      silences -= 1;
      silence(far);
    });
    near.pipe(far);
    far.pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.toString(),
    stop: () => fars.forEach(silence),
    close() {
      for (const end of [...nears, ...fars]) end.destroy();
      server.close();
    },
  };
}
