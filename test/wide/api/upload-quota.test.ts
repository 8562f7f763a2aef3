import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { bootstrap } from '../../../server/bootstrap.ts';
import { readConfig } from '../../../server/config.ts';
import { startWork } from '../../../server/work.ts';
import { sql } from '../../api/support/sql.ts';
import { calm, newAddresses, padded, putFrom, receiveUploads, small, stall } from '../../api/support/upload-senders.ts';
import { portsOf } from '../../support/another-process.ts';
import { stillClock } from '../../support/clock.ts';
import { png } from '../../support/factories.ts';
import { freePort } from '../../support/free-port.ts';
import { startService } from '../../support/service.ts';

const clock = stillClock();
const service = await startService({ MAX_IMAGE_MB: '0.2', MAX_PDF_MB: '0.2', MAX_HTML_MB: '0.1' }, clock.now);
const replica = await portsOf(service, clock.now);
afterEach(() => {
  clock.aheadMs = 0;
});

test('a file that arrives below the minimum rate is stopped, and its quota is released', async () => {
  const { paths } = await newAddresses(service, replica.ports, 3);
  // With ten minutes for the whole file, only the minimum rate can stop it.
  const url = await receiveUploads(
    small(replica.ports),
    { window: 500, atLeast: 50_000, whole: 600_000, linger: 4_000 },
    400_000,
  );
  const part = await padded(150_000);
  // Fast at first, then a byte at a time.
  const slow = paths.slice(0, 2).map((path, at) => stall(url, path, `192.0.2.${at + 1}`, part));
  const drip = setInterval(() => {
    // Only until the answer comes, because data sent after it could destroy the answer.
    for (const { socket, heard } of slow) if (heard() === '') socket.write('x');
  }, 20);
  await Promise.all(slow.map(({ closed }) => closed));
  clearInterval(drip);
  for (const { heard } of slow) expect(heard()).toMatch(/^HTTP\/1\.1 408 .*The file arrived too slowly/s);
  // A busy machine may find an honest upload slow as well, so it is repeated; it only needs free quota.
  for (const path of paths) {
    const bytes = await padded(190_000);
    await expect.poll(async () => (await putFrom(`${url}${path}`, bytes)).status).toBe(200);
  }
});

const filesOf = async (workspaceId: string): Promise<string[]> =>
  readdir(join(service.dataDir, 'shots', workspaceId, 'uploads')).catch(() => []);

test('a workspace has 250 MB for all its uploads, also concurrent ones; a refused file leaves nothing', async () => {
  const { paths, ids, workspaceId } = await newAddresses(service, replica.ports, 6);
  const bytes = await padded(100_000);
  expect((await putFrom(`${service.url}${paths[0]}`, bytes)).status).toBe(200);
  // As if the first file had left quota for two more of its size.
  const setSize = (size: number) => sql(service, 'UPDATE upload SET size = $1 WHERE id = $2', [size, ids[0]]);
  await setSize(250_000_000 - 2 * bytes.length);
  const race = await Promise.all(paths.slice(1, 5).map((path) => putFrom(`${service.url}${path}`, bytes)));
  expect(race.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422]);
  const refused = race.find(({ status }) => status === 422);
  expect(refused?.body).toMatchObject({ error: 'invalid_state' });
  expect(refused?.body.message).toMatch(
    /^The files that a workspace uploads within an hour have up to 250 MB together/,
  );
  expect(await filesOf(workspaceId)).toHaveLength(3);
  // The quota is used up to the last byte, which is known before any data arrives.
  expect((await putFrom(`${service.url}${paths[5]}`, Buffer.from('nothing that is taken'))).body.error).toBe(
    'invalid_state',
  );
  const { paths: others } = await newAddresses(service, replica.ports, 1);
  expect((await putFrom(`${service.url}${others[0]}`, bytes)).status).toBe(200);
  await setSize(bytes.length);
  for (const [at, path] of paths.slice(1, 5).entries()) {
    if (race[at]?.status === 422) expect((await putFrom(`${service.url}${path}`, bytes)).status).toBe(200);
  }
  console.log('4 files at once within a quota for 2: 2 × 200, 2 × 422, 0 files of the refused left');
});

test('a second file at an address is compared with the first and not examined', async () => {
  const { paths } = await newAddresses(service, replica.ports, 1);
  let judged = 0;
  const ports = small(replica.ports);
  const read: typeof ports.images.read = (...all) => {
    judged += 1;
    return ports.images.read(...all);
  };
  const url = `${await receiveUploads({ ...ports, images: { ...ports.images, read } }, calm, 10_000_000)}${paths[0]}`;
  const [one, two] = [await padded(5_000), await padded(5_001)];
  const other = Buffer.concat([one.subarray(0, -1), Buffer.from('x')]);
  const first = await putFrom(url, one);
  expect([first.status, judged]).toEqual([200, 1]);
  for (let at = 0; at < 3; at += 1) {
    const again = await putFrom(url, one);
    expect(again).toMatchObject({ status: 200, body: { source: first.body.source, kind: 'image', bytes: 5_000 } });
    for (const bytes of [two, other, Buffer.from('broken')]) expect((await putFrom(url, bytes)).status).toBe(409);
  }
  expect(judged).toBe(1);
  console.log('12 files sent again (3 the same, 9 others): 0 judged');
});

/** Starts a further process over the same data, which neither listens nor works yet. */
async function another() {
  const config = readConfig({
    PORT: String(await freePort()),
    BASE_URL: service.url,
    DATABASE_URL: service.databaseUrl,
    SECRET_KEY: 'a key for tests only of no worth',
    DATA_DIR: service.dataDir,
  });
  let text = '';
  const write = (line: string): void => {
    text += line;
  };
  const log = pino({ level: 'warn' }, { write });
  const other = await bootstrap({
    config,
    databaseUrl: service.databaseUrl,
    secretKey: config.secretKey ?? '',
    log,
    clock: clock.now,
  });
  return { other, config, logged: () => text };
}

test('expired uploads are deleted even when the clean-up of screenshots fails', async () => {
  const { paths, ids, workspaceId } = await newAddresses(service, replica.ports, 1);
  expect((await putFrom(`${service.url}${paths[0]}`, await png())).status).toBe(200);
  await sql(service, 'ALTER TABLE shot_request RENAME TO shot_request_away');
  clock.aheadMs = 3_600_001;
  const { other, config, logged } = await another();
  // Housekeeping only, because the service itself works on the queue.
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

test('a connection whose reader never reads is closed, a connection that is quiet for less time is not', async () => {
  const { other } = await another();
  const { server } = other;
  // Five minutes: longer than any wait (45 s) or silence of an event stream (20 s).
  expect(server.server.timeout).toBe(300_000);
  // A request that arrives byte by byte is stopped as well.
  expect(server.server.requestTimeout).toBe(300_000);
  server.server.timeout = 1_000;
  // More than the buffers on the way hold.
  const much = 100_000_000;
  server.get('/much', () => Buffer.alloc(much));
  server.get('/quiet', async (_request, reply) => {
    reply.hijack();
    // Like an event stream: a comment now and then, for longer in total than the timeout.
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
    onTestFinished(() => {
      reader.destroy();
    });
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
