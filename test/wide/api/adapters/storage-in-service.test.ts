import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import sharp from 'sharp';
import { afterAll, afterEach, expect, it } from 'vitest';
import { openStorage, parseStorageUrl } from '../../../../server/adapters/storage/index.ts';
import type { Review } from '../../../../server/contract/review.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { review } from '../../../support/factories.ts';
import { startS3 } from '../../../support/s3.ts';
import { only, refuse, startFaultyLine } from '../../../support/s3-faults.ts';
import { startService } from '../../../support/service.ts';

const s3 = await startS3();
const line = await startFaultyLine(s3.endpoint);
const storage = await openStorage(parseStorageUrl(s3.storageUrl('shots'), { region: undefined, keys: s3 }));
const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = s3.environment();
const STORAGE_URL = `s3://${s3.bucket}/shots?${new URLSearchParams({ endpoint: line.endpoint })}`;
const OUTBOUND_ALLOW = '127.0.0.0/8';
const service = await startService({ STORAGE_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, OUTBOUND_ALLOW });
const client = await service.newClient();
afterEach(() => line.fault(null));
afterAll(() => storage.close());

const keysOf = async ({ id }: { id: string }): Promise<string[]> =>
  (await storage.list('', 10_000))
    .flatMap(({ key }) => (key.includes(`/${id}/`) ? [key.split('/').at(-1) ?? ''] : []))
    .sort();
const readyz = async () => {
  const answer = await fetch(`${service.url}/readyz`);
  return { status: answer.status, body: await answer.json(), text: JSON.stringify(answer.headers) };
};
const firstShot = (of: Review) => of.screenshots[0] ?? expect.fail('there is no screenshot');

it('makes screenshots of documents through the bucket, and keeps no document', async () => {
  const html = `<p style="height:6000px">Hello</p>`;
  const { id } = await client.call('create_review', { title: 'A mail', html });
  await expect.poll(async () => (await client.call('get_review', { id })).status).toBe('open');
  await expect.poll(async () => (await keysOf({ id })).filter((name) => name.startsWith('document'))).toEqual([]);
  const images = (await storage.list('', 10_000)).filter(({ key }) => key.startsWith(`${client.workspaceId}/images/`));
  expect(images.map(({ key }) => key.split('/').at(-1))).toContain('tile-0.png');
});

it('does not send an image again to a client that has it', async () => {
  const made = await review(client);
  const { url } = firstShot(made);
  const tag = (await fetch(url)).headers.get('etag') ?? '';
  const before = line.asked(made.id);
  const again = await fetch(url, { headers: { 'if-none-match': tag } });
  expect([again.status, await again.text(), again.headers.get('cache-control')]).toEqual([
    304,
    '',
    'private, max-age=31536000, immutable',
  ]);
  expect(line.asked(made.id)).toBe(before);
  expect((await fetch(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  const gone = url.replace(/\/p\/.{4}/, '/p/AAAA');
  expect((await fetch(gone, { headers: { 'if-none-match': tag } })).status).toBe(404);
});

it('forbids caching of a failed read of an image', async () => {
  const { url } = firstShot(await review(client));
  line.fault(refuse(503, 'SlowDown'));
  const away = await fetch(url);
  expect([away.status, away.headers.get('etag')]).toEqual([503, null]);
  expect(away.headers.get('cache-control') ?? '').not.toContain('max-age');
  line.fault(null);
  expect((await fetch(url)).status).toBe(200);
});

it('reads only the headers of an image for a HEAD request', async () => {
  const { url } = firstShot(await review(client));
  const left = new Promise<void>((gone) =>
    line.fault((_asked, answer) => {
      answer.writeHead(200, { 'content-length': '8000000' });
      // Sent so slowly that a full read would take hours.
      const sending = setInterval(() => answer.write(Buffer.alloc(1000)), 1000);
      answer.on('close', () => {
        clearInterval(sending);
        gone();
      });
    }),
  );
  const answer = await fetch(url, { method: 'HEAD' });
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '8000000']);
  await left;
});

it('refuses outbound requests to the store, even when other ports of this machine are allowed', async () => {
  const webhook = (port: string) => review(client, { webhook_url: `https://127.0.0.1:${port}/` });
  await expect(webhook(new URL(line.endpoint).port)).rejects.toMatchObject({
    message: expect.stringContaining('is this service itself'),
  });
  expect((await webhook('4443')).status).toBe('open');
});

it('retries a screenshot when the store fails the first time', async () => {
  line.fault(
    only(6, (asked, answer, pass) => (asked.method === 'PUT' ? refuse(503, 'SlowDown')(asked, answer, pass) : pass())),
  );
  const { id } = await client.call('create_review', { title: 'A mail', html: '<p>Hello' }).catch(async () => {
    line.fault(null);
    return client.call('create_review', { title: 'A mail', html: '<p>Hello' });
  });
  await expect.poll(async () => (await client.call('get_review', { id })).status).toBe('open');
});

it('is not ready while the store does not answer or refuses, and is ready again afterwards', async () => {
  await expect.poll(async () => (await readyz()).status).toBe(200);
  line.fault(refuse(403, 'AccessDenied'));
  await expect.poll(async () => (await readyz()).body).toMatchObject({ ready: false, database: true, storage: false });
  line.fault(null);
  await expect.poll(async () => (await readyz()).status).toBe(200);
  s3.child().kill('SIGSTOP');
  await expect.poll(async () => (await readyz()).body).toMatchObject({ ready: false, storage: false });
  s3.child().kill('SIGCONT');
  await expect.poll(async () => (await readyz()).status).toBe(200);
  await s3.restart();
  await expect.poll(async () => (await readyz()).status).toBe(200);
});

it('reports a wrong bucket or wrong keys at the start', async () => {
  const database = await createTestDatabase();
  const start = (bucket: string) =>
    startService({
      DATABASE_URL: database.url,
      STORAGE_URL: `s3://${bucket}?${new URLSearchParams({ endpoint: line.endpoint })}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'hunter2secret',
    });
  await expect(start('no-such-bucket')).rejects.toThrow(/There is no bucket “no-such-bucket” at http.*Create it/);
  line.fault(refuse(403, 'SignatureDoesNotMatch'));
  await expect(start(s3.bucket)).rejects.toThrow(/AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID/);
  line.fault(null);
  await database.drop();
});

setFlagsFromString('--expose-gc');
/** Released memory counts only once it is collected, and the time of that is unknown. */
const collectGarbage: () => void = runInNewContext('gc');

it('buffers little of a large image for slow readers, and releases it when they leave', async () => {
  const [width, height] = [1_500, 1_700];
  const noise = await sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .png()
    .toBuffer();
  const { url } = firstShot(await review(client, { images: [{ image: noise.toString('base64'), label: 'Noise' }] }));
  const size = Number((await fetch(url, { method: 'HEAD' })).headers.get('content-length'));
  expect(size).toBeGreaterThan(3_000_000);
  const { hostname, port, pathname } = new URL(url);
  const held = () => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const connections = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
  const before = { held: held(), connections: connections() };
  const readers = await Promise.all(
    Array.from(
      { length: 40 },
      () =>
        new Promise<{ destroy(): void }>((begun, failed) => {
          const socket = connect(Number(port), hostname, () =>
            socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`),
          );
          socket.once('error', failed).once('readable', () => begun(socket));
        }),
    ),
  );
  // Once nothing more can be sent, what is held stays: an image for each reader would be far more than this.
  const looks: number[] = [];
  const isSteady = (): boolean => {
    looks.push(held() - before.held);
    const last = looks.slice(-3);
    return last.length === 3 && Math.max(...last) - Math.min(...last) < 1e6 && Math.max(...last) < (40 * size) / 8;
  };
  await expect.poll(isSteady, { interval: 250 }).toBe(true);
  expect((await fetch(url)).status).toBe(200);
  for (const reader of readers) reader.destroy();
  await expect.poll(connections).toBeLessThanOrEqual(before.connections + 10);
});
