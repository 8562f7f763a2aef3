import { createServer } from 'node:net';
import { listening, type Running } from '../servers.ts';

/** Starts a private server on every address of this machine, which records the requested paths. */
export async function openVictim(): Promise<Running & { came: string[] }> {
  const came: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (data) => {
      came.push(data.toString('latin1').split(' ')[1] ?? '');
      socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    });
  });
  const running = await listening(server, { host: '0.0.0.0' });
  return { ...running, came };
}
