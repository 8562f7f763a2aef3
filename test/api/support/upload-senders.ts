import { connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { onTestFinished } from 'vitest';
import { createByteQuota } from '../../../server/api/byte-quota.ts';
import { sendFailure } from '../../../server/api/send-failure.ts';
import { addUploads } from '../../../server/api/upload.ts';
import type { Patience } from '../../../server/api/upload-body.ts';
import type { Ports } from '../../../server/domain/ports.ts';
import { createUpload } from '../../../server/domain/upload/create-upload.ts';
import { png } from '../../support/factories.ts';
import type { TestService } from '../../support/service.ts';
import { actorOf } from './ports.ts';
import { type Answer, put } from './uploads.ts';

/** Patience of a minute for every byte, so that other limits decide. */
export const calm: Patience = { window: 60_000, atLeast: 1, whole: 600_000, linger: 5_000 };

/** Limits images and PDFs to 200 KB and HTML to 100 KB. */
export function small(ports: Ports): Ports {
  const settings = { ...ports.settings, maxImageBytes: 200_000, maxPdfBytes: 200_000, maxHtmlBytes: 100_000 };
  return { ...ports, settings };
}

/**
 * Starts a process that accepts `most` bytes of uploads at a time, until the test ends. It trusts the addresses in
 * X-Forwarded-For.
 */
export async function receiveUploads(ports: Ports, patience: Patience, most: number): Promise<string> {
  const server = Fastify({ trustProxy: true });
  server.setErrorHandler(sendFailure);
  await addUploads(server, ports, createByteQuota({ max: most, largest: 200_000 }), patience);
  onTestFinished(() => server.close());
  return server.listen({ port: 0, host: '127.0.0.1' });
}

interface Addresses {
  /** The paths of the upload addresses. */
  paths: string[];
  ids: string[];
  workspaceId: string;
}

/** Creates `count` upload addresses in a new workspace. */
export async function newAddresses(service: TestService, ports: Ports, count: number): Promise<Addresses> {
  const client = await service.newClient();
  const made: Awaited<ReturnType<typeof createUpload>>['uploads'] = [];
  while (made.length < count) {
    const paths = Array.from({ length: Math.min(5, count - made.length) }, () => 'a.png');
    made.push(...(await createUpload(ports, actorOf(client), { paths })).uploads);
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

/** Sends part of a file and then stalls. Closes the connection when the test ends. */
export function stall(address: string, path: string, from: string, bytes: Buffer): Stalled {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  let heard = '';
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  // Not `once` from node:events, which rejects when an error comes before `close`.
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(`PUT ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\nContent-Length: 199000\r\n\r\n`);
  socket.write(bytes);
  return { heard: () => heard, closed, socket };
}

export const putFrom = (url: string, bytes: Buffer, from = '192.0.2.1'): Promise<Answer> =>
  put(url, bytes, { 'x-forwarded-for': from });

/** Returns an image that is padded to `size` bytes. */
export async function padded(size: number): Promise<Buffer> {
  const image = await png();
  return Buffer.concat([image, Buffer.alloc(size - image.length)]);
}
