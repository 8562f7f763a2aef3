import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createByteQuota } from '../../server/api/byte-quota.ts';
import { sendFailure } from '../../server/api/send-failure.ts';
import { addUploads } from '../../server/api/upload.ts';
import type { Patience } from '../../server/api/upload-body.ts';
import type { Ports } from '../../server/domain/ports.ts';
import { createUpload } from '../../server/domain/upload/create-upload.ts';
import { portsOf } from '../support/another-process.ts';
import { png } from '../support/factories.ts';
import { startService, type TestService } from '../support/service.ts';
import { actorOf } from './support/ports.ts';

let service: TestService;
let replica: Awaited<ReturnType<typeof portsOf>>;
let aheadMs = 0;
const clock = (): Date => new Date(Date.now() + aheadMs);
beforeAll(async () => {
  service = await startService({ MAX_IMAGE_MB: '0.2', MAX_PDF_MB: '0.2', MAX_HTML_MB: '0.1' }, clock);
  replica = await portsOf(service, clock);
});
const opened: FastifyInstance[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  aheadMs = 0;
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(opened.splice(0).map((server) => server.close()));
});
afterAll(async () => {
  await replica.close();
  await service.close();
});

/** A minute for every byte: what decides is something else. */
const calm: Patience = { window: 60_000, atLeast: 1, whole: 600_000, linger: 5_000 };

/** A process with room for `most` bytes, which believes whatever its clients say their address is. */
async function listen(patience: Patience, most: number, ports: Ports = small()): Promise<string> {
  const server = Fastify({ trustProxy: true });
  server.setErrorHandler(sendFailure);
  await addUploads(server, ports, createByteQuota({ max: most, largest: 200_000 }), patience);
  opened.push(server);
  return server.listen({ port: 0, host: '127.0.0.1' });
}

/** Files have up to 200 KB here. */
function small(): Ports {
  const settings = { ...replica.ports.settings, maxImageBytes: 200_000, maxPdfBytes: 200_000, maxHtmlBytes: 100_000 };
  return { ...replica.ports, settings };
}

/** Paths of so many new upload addresses, and whose they are. */
async function addresses(count: number): Promise<{ paths: string[]; ids: string[]; workspaceId: string }> {
  const client = await service.newClient();
  const made: Awaited<ReturnType<typeof createUpload>>['uploads'] = [];
  while (made.length < count) {
    const paths = Array.from({ length: Math.min(5, count - made.length) }, () => 'a.png');
    made.push(...(await createUpload(replica.ports, actorOf(client), { paths })).uploads);
  }
  return {
    paths: made.map(({ url }) => new URL(url).pathname),
    ids: made.map(({ id }) => id),
    workspaceId: client.workspaceId,
  };
}

interface Stalled {
  heard(): string;
  closed: Promise<unknown>;
  socket: Socket;
}

/** Sends some of a file and then no more. */
function stall(address: string, path: string, from: string, bytes: Buffer): Stalled {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  sockets.push(socket);
  let heard = '';
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  // However it comes to that: `once` would fail for an error before.
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(`PUT ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\nContent-Length: 199000\r\n\r\n`);
  socket.write(bytes);
  return { heard: () => heard, closed, socket };
}

interface Answer {
  status: number;
  wait: string | null;
  body: Record<string, unknown>;
}
async function put(url: string, bytes: Buffer, from = '192.0.2.1'): Promise<Answer> {
  const headers = { 'x-forwarded-for': from };
  const answer = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers });
  const body = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, wait: answer.headers.get('retry-after'), body };
}

/** An image with something behind it that makes it as long as wanted. */
const padded = async (size: number): Promise<Buffer> => {
  const image = await png();
  return Buffer.concat([image, Buffer.alloc(size - image.length)]);
};

test('whoever stalls many files holds their share; an honest sender gets through meanwhile', async () => {
  const { paths } = await addresses(11);
  const url = await listen(calm, 1_000_000);
  const part = await padded(100_000);
  // Ten times 100 KB fill the room of 1 MB; a share is 250 KB. One line of IPv6 has as many addresses as it likes.
  const stalled = paths.slice(0, 10).map((path, at) => stall(url, path, `2001:db8:1:2::${at + 1}`, part));
  const refused = (): number => stalled.filter(({ heard }) => /^HTTP\/1\.1 429 /.test(heard())).length;
  await expect.poll(refused).toBe(8);
  const words = stalled.filter(({ heard }) =>
    heard().includes('Many files are being sent from your network or workspace'),
  );
  expect(words).toHaveLength(8);
  expect(words[0]?.heard()).toMatch(/\r\nretry-after: 10\r\n/i);
  const honest = `${url}${paths[10]}`;
  expect(await put(honest, await padded(190_000), '2001:db8:1:2::99')).toMatchObject({ status: 429, wait: '10' });
  expect(await put(honest, await padded(190_000), '2001:db8:1:3::1')).toMatchObject({ status: 200 });
  console.log('10 stalled senders of one line: 8 × 429, 2 hold their share; 1 honest sender of another line: 200');
});

test('one file at a time is on its way to an address; when its sender is gone, the next is taken', async () => {
  const { paths } = await addresses(1);
  const [path = ''] = paths;
  const ports = small();
  let begun = 0;
  const hash: typeof ports.secrets.hash = (...all) => {
    begun += 1;
    return ports.secrets.hash(...all);
  };
  const url = await listen(calm, 10_000_000, { ...ports, secrets: { ...ports.secrets, hash } });
  const first = stall(url, path, '192.0.2.9', await padded(50_000));
  const others: Answer[] = [];
  await expect.poll(() => begun).toBe(1);
  for (let at = 0; at < 5; at += 1) others.push(await put(`${url}${path}`, await png(), `192.0.2.${at + 10}`));
  expect(others.map(({ status, wait }) => [status, wait])).toEqual(Array.from({ length: 5 }, () => [429, '10']));
  expect(others[0]?.body).toMatchObject({
    error: 'rate_limited',
    message: 'A file is on its way to this address already. Wait for its answer, then send it again if need be.',
  });
  first.socket.destroy();
  await expect.poll(async () => (await put(`${url}${path}`, await png())).status).toBe(200);
});
