import { createServer } from 'node:net';
import { listening, type Running } from '../../support/servers.ts';

const statuses = [301, 302, 303, 307, 308];

/**
 * Redirects `/?to=…` there with each status in turn. Raw sockets allow bytes that Node's own server would refuse to
 * write.
 */
export function startRedirector(): Promise<Running> {
  let count = 0;
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    let head = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      head += chunk;
      if (!head.includes('\r\n\r\n')) return;
      const [, target = ''] = head.split(' ');
      const to = new URL(target, 'http://x').searchParams.get('to') ?? '';
      count += 1;
      // Changes every seven requests, so that each caller gets every status.
      const status = statuses[Math.floor(count / 7) % statuses.length] ?? 302;
      const location = to.replace(/[\r\n]/g, '');
      socket.end(
        `HTTP/1.1 ${status} Elsewhere\r\nlocation: ${location}\r\ncontent-length: 0\r\nconnection: close\r\naccess-control-allow-origin: *\r\n\r\n`,
      );
    });
  });
  return listening(server);
}
