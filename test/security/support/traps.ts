import { createSocket } from 'node:dgram';
import { type AddressInfo, createServer } from 'node:net';
import { closeOnce } from '../../support/file-end.ts';

/**
 * Private listeners at one port of every address of this machine, IPv4 and IPv6, TCP and UDP, that must not be reached.
 */
export interface Traps {
  port: number;
  /** One entry for each connection and each packet */
  came: string[];
  /** The first lines received over TCP */
  said: string[];
  close(): Promise<void>;
}

const answer =
  'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\naccess-control-allow-origin: *\r\naccess-control-allow-headers: *\r\naccess-control-allow-methods: *\r\n\r\n';

function listen(host: string, port: number, came: string[], said: string[]) {
  const server = createServer((socket) => {
    came.push(`tcp to ${socket.localAddress}`);
    socket.on('error', () => socket.destroy());
    socket.once('data', (data) => {
      said.push(data.toString('latin1').split('\r\n')[0] ?? '');
      socket.end(answer);
    });
  });
  return new Promise<{ port: number; close(): Promise<void> }>((resolve, reject) => {
    server.once('error', reject);
    // 0.0.0.0 and :: are separate listeners: a combined one would hide a missing address family.
    server.listen({ host, port, ipv6Only: host === '::' }, () => {
      const address = server.address() as AddressInfo;
      resolve({ port: address.port, close: () => new Promise((done) => server.close(() => done())) });
    });
  });
}

async function listenUdp(type: 'udp4' | 'udp6', port: number, came: string[]) {
  const socket = createSocket({ type, ipv6Only: type === 'udp6' }, () => came.push(type));
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, resolve);
  });
  return { close: async () => void socket.close() };
}

export async function setTraps(): Promise<Traps> {
  const came: string[] = [];
  const said: string[] = [];
  for (;;) {
    const four = await listen('0.0.0.0', 0, came, said);
    const { port } = four;
    const all: { close(): Promise<void> }[] = [four];
    const close = async () => void (await Promise.all(all.map((each) => each.close())));
    try {
      all.push(await listen('::', port, came, said));
      all.push(await listenUdp('udp4', port, came));
      all.push(await listenUdp('udp6', port, came));
      return { port, came, said, close: closeOnce(close) };
    } catch (error) {
      // A port that is free for TCP over IPv4 may be in use for the others: tries the next one.
      await close();
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
}
