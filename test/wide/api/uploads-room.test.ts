import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createByteQuota } from '../../../server/api/byte-quota.ts';
import { sendFailure } from '../../../server/api/send-failure.ts';
import { addUploads } from '../../../server/api/upload.ts';
import type { Patience } from '../../../server/api/upload-body.ts';
import { bootstrap } from '../../../server/bootstrap.ts';
import { readConfig } from '../../../server/config.ts';
import type { Ports } from '../../../server/domain/ports.ts';
import { createUpload } from '../../../server/domain/upload/create-upload.ts';
import { startWork } from '../../../server/work.ts';
import { actorOf } from '../../api/support/ports.ts';
import { sql } from '../../api/support/sql.ts';
import { portsOf } from '../../support/another-process.ts';
import { png } from '../../support/factories.ts';
import { freePort } from '../../support/free-port.ts';
import { startService, type TestService } from '../../support/service.ts';

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

test('a file that comes slower than the least rate is ended, and its room is free again', async () => {
  const { paths } = await addresses(3);
  // Ten minutes altogether: only the rate can end it.
  const url = await listen({ window: 500, atLeast: 50_000, whole: 600_000, linger: 4_000 }, 400_000);
  const part = await padded(150_000);
  // Quick at first, then a byte now and then.
  const slow = paths.slice(0, 2).map((path, at) => stall(url, path, `192.0.2.${at + 1}`, part));
  const drip = setInterval(() => {
    // Until it is answered: what comes after that may cost the answer.
    for (const { socket, heard } of slow) if (heard() === '') socket.write('x');
  }, 20);
  await Promise.all(slow.map(({ closed }) => closed));
  clearInterval(drip);
  for (const { heard } of slow) expect(heard()).toMatch(/^HTTP\/1\.1 408 .*The file came too slowly/s);
  // On a busy machine an honest one may be found slow as well; what it needs is room.
  for (const path of paths) {
    const bytes = await padded(190_000);
    await expect.poll(async () => (await put(`${url}${path}`, bytes)).status).toBe(200);
  }
});

const filesOf = async (workspaceId: string): Promise<string[]> =>
  readdir(join(service.dataDir, 'shots', workspaceId, 'uploads')).catch(() => []);

test('the files of a workspace have up to 250 MB together, whoever sends at once; nothing of a refused one is left', async () => {
  const { paths, ids, workspaceId } = await addresses(6);
  const bytes = await padded(100_000);
  expect((await put(`${service.url}${paths[0]}`, bytes)).status).toBe(200);
  // As if that one had left room for two more of its size.
  const setSize = (size: number) => sql(service, 'UPDATE upload SET size = $1 WHERE id = $2', [size, ids[0]]);
  await setSize(250_000_000 - 2 * bytes.length);
  const race = await Promise.all(paths.slice(1, 5).map((path) => put(`${service.url}${path}`, bytes)));
  expect(race.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422]);
  const refused = race.find(({ status }) => status === 422);
  expect(refused?.body).toMatchObject({ error: 'invalid_state' });
  expect(refused?.body.message).toMatch(
    /^The files that a workspace uploads within an hour have up to 250 MB together/,
  );
  expect(await filesOf(workspaceId)).toHaveLength(3);
  // Full to the last byte: known before anything comes.
  expect((await put(`${service.url}${paths[5]}`, Buffer.from('nothing that is taken'))).body.error).toBe(
    'invalid_state',
  );
  const { paths: others } = await addresses(1);
  expect((await put(`${service.url}${others[0]}`, bytes)).status).toBe(200);
  await setSize(bytes.length);
  for (const [at, path] of paths.slice(1, 5).entries()) {
    if (race[at]?.status === 422) expect((await put(`${service.url}${path}`, bytes)).status).toBe(200);
  }
  console.log('4 files at once for the room of 2: 2 × 200, 2 × 422, 0 files of the refused left');
});

test('the same file again, or another, is compared with the first and not judged', async () => {
  const { paths } = await addresses(1);
  let judged = 0;
  const ports = small();
  const read: typeof ports.images.read = (...all) => {
    judged += 1;
    return ports.images.read(...all);
  };
  const url = `${await listen(calm, 10_000_000, { ...ports, images: { ...ports.images, read } })}${paths[0]}`;
  const [one, two] = [await padded(5_000), await padded(5_001)];
  const other = Buffer.concat([one.subarray(0, -1), Buffer.from('x')]);
  const first = await put(url, one);
  expect([first.status, judged]).toEqual([200, 1]);
  for (let at = 0; at < 3; at += 1) {
    const again = await put(url, one);
    expect(again).toMatchObject({ status: 200, body: { source: first.body.source, kind: 'image', bytes: 5_000 } });
    for (const bytes of [two, other, Buffer.from('broken')]) expect((await put(url, bytes)).status).toBe(409);
  }
  expect(judged).toBe(1);
  console.log('12 files sent again (3 the same, 9 others): 0 judged');
});

/** A further process over the same data, which neither listens nor works yet. */
async function another() {
  const config = readConfig({
    PORT: String(await freePort()),
    BASE_URL: service.url,
    DATABASE_URL: service.databaseUrl,
    SECRET_KEY: 'a key for tests only, of no worth',
    DATA_DIR: service.dataDir,
  });
  let text = '';
  const write = (line: string): void => {
    text += line;
  };
  const log = pino({ level: 'warn' }, { write });
  const other = await bootstrap(config, service.databaseUrl, config.secretKey ?? '', log, null, clock);
  return { other, config, logged: () => text };
}

test('uploads whose hour is over go even when the cleaning of screenshots fails', async () => {
  const { paths, ids, workspaceId } = await addresses(1);
  expect((await put(`${service.url}${paths[0]}`, await png())).status).toBe(200);
  await sql(service, 'ALTER TABLE shot_request RENAME TO shot_request_away');
  aheadMs = 3_600_001;
  const { other, config, logged } = await another();
  // Housekeeping alone: the service itself works on the queue.
  const end = await startWork({ ...other, queue: { ...other.queue, work: async () => {} } }, config);
  try {
    const left = () => sql(service, 'SELECT id FROM upload WHERE id = $1', [ids[0]]);
    await expect.poll(left).toEqual([]);
    await expect.poll(() => filesOf(workspaceId)).toEqual([]);
    await expect.poll(logged).toMatch(/housekeeping/);
  } finally {
    await end(1_000);
    await other.queue.stop(1_000);
    await other.close();
    await sql(service, 'ALTER TABLE shot_request_away RENAME TO shot_request');
  }
});

test('a connection whose reader never reads is ended; one that is quiet for less than that is not', async () => {
  const { other } = await another();
  const { server } = other;
  // Five minutes: longer than any wait (45 s) or silence of an event stream (20 s).
  expect(server.server.timeout).toBe(300_000);
  // Whoever sends a request byte by byte is ended as well.
  expect(server.server.requestTimeout).toBe(300_000);
  server.server.timeout = 1_000;
  // More than the buffers on the way hold.
  const much = 100_000_000;
  server.get('/much', () => Buffer.alloc(much));
  server.get('/quiet', async (_request, reply) => {
    reply.hijack();
    // As an event stream: a comment now and then, altogether longer than the time after which a connection is ended.
    for (let at = 0; at < 15; at += 1) {
      reply.raw.write(': quiet\n');
      await new Promise((fulfil) => setTimeout(fulfil, 100));
    }
    reply.raw.end('done');
  });
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = new URL(address);
  try {
    const connected = once(server.server, 'connection');
    const reader = connect(Number(port), '127.0.0.1');
    sockets.push(reader);
    reader.on('error', () => {});
    reader.pause();
    const [near]: Socket[] = await connected;
    if (near === undefined) throw new Error('Nobody connected');
    const ended = once(near, 'close');
    reader.write('GET /much HTTP/1.1\r\nHost: x\r\n\r\n');
    const quiet = await fetch(`${address}/quiet`, { headers: { connection: 'close' } });
    expect(await quiet.text()).toMatch(/^(: quiet\n){15}done$/);
    await ended;
    console.log('a reader that does not read 100 MB: ended; a stream with a word now and then: whole');
  } finally {
    await server.close();
    await other.queue.stop(1_000);
    await other.close();
  }
});
