import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Takes webhooks on loopback and counts them. */
export async function receiver(): Promise<{ url: string; received(): number; close(): Promise<void> }> {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      count += 1;
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received: () => count,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
