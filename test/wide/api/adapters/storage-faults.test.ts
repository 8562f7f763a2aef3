import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, expect, it } from 'vitest';
import { parseStorageUrl } from '../../../../server/adapters/storage/location.ts';
import { createS3Storage } from '../../../../server/adapters/storage/s3.ts';
import { PATIENCE_MS } from '../../../support/patience.ts';
import { startS3 } from '../../../support/s3.ts';
import { hang, startFaultyLine } from '../../../support/s3-faults.ts';

const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'hunter2secret' };
const patience = {
  connect: 2_000,
  answer: 1_500,
  answerToFile: 1_500,
  whole: 4_000,
  wholeFile: 4_000,
  idle: 1_500,
  readerIdle: 60_000,
};

/** As long for everything as tests wait, because a busy machine is no fault of the store. */
const patient = { ...patience };
for (const name of Object.keys(patient) as (keyof typeof patient)[]) patient[name] = PATIENCE_MS;

const s3 = await startS3();
const line = await startFaultyLine(s3.endpoint);
const address = s3.storageUrl('shots').replace(encodeURIComponent(s3.endpoint), encodeURIComponent(line.endpoint));
const read = parseStorageUrl(address, { region: undefined, keys });
if (read.kind !== 's3') throw new Error('This is no bucket');
const location = read;
const storage = createS3Storage(location, patient);
/** A storage with a short timeout. */
const hurried = createS3Storage(location, patience);
afterEach(() => line.fault(null));
afterAll(() => {
  storage.close();
  hurried.close();
});

const thrownBy = async (work: Promise<unknown>): Promise<{ code?: string; message?: string }> =>
  work.then(
    () => ({}),
    (error: { code: string; message: string }) => error,
  );

it('does not wait for ever for an answer, whatever was asked', async () => {
  line.fault(hang);
  const uses = {
    put: hurried.put('a/slow', Buffer.from('x')),
    get: hurried.get('a/slow'),
    find: hurried.find('a/slow'),
    stream: hurried.stream('a/slow'),
    remove: hurried.remove('a/slow'),
    removeFolder: hurried.removeFolder('a'),
    list: hurried.list('', 10),
  };
  const thrown = await Promise.all(Object.values(uses).map(thrownBy));
  for (const [at, name] of Object.keys(uses).entries()) {
    expect(thrown[at], name).toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
      message: expect.stringContaining('ETIMEDOUT'),
    });
  }
});

it('treats an interrupted answer as a failure, not as a file', async () => {
  await storage.put('a/cut', randomBytes(3_000_000));
  line.fault((_asked, answer) => {
    answer.writeHead(200, { 'content-length': '3000000' });
    answer.write(Buffer.alloc(1_000_000), () => answer.destroy());
  });
  expect(await thrownBy(storage.get('a/cut'))).toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  expect(await thrownBy(storage.find('a/cut'))).toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  const file = await storage.stream('a/cut');
  await expect(file === null ? null : buffer(file.content)).rejects.toThrow();
});

it('keeps the previous file when a write is interrupted', async () => {
  await storage.put('a/kept', Buffer.from('whole'));
  line.fault((asked, _answer) => void asked.once('data', () => asked.socket.destroy()));
  expect(await thrownBy(storage.put('a/kept', randomBytes(5_000_000)))).toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  expect(await thrownBy(storage.put('a/never', randomBytes(5_000_000)))).toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  line.fault(null);
  expect((await storage.get('a/kept')).toString()).toBe('whole');
  expect(await storage.find('a/never')).toBeNull();
});

it('serves reads and writes while many readers are slow, and closes their connections when they leave', async () => {
  const sockets = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
  const direct = createS3Storage({ ...location, endpoint: s3.endpoint }, patient);
  await direct.put('a/large', randomBytes(8_000_000));
  const before = sockets();
  const files = await Promise.all(Array.from({ length: 200 }, () => direct.stream('a/large')));
  expect(sockets() - before).toBeGreaterThan(150);
  const held = files.reduce((sum, file) => sum + (file?.content.readableLength ?? 0), 0);
  expect(held).toBeLessThan(200 * 300_000);
  await direct.put('a/small', Buffer.from('small'));
  expect((await direct.get('a/small')).toString()).toBe('small');
  for (const file of files) file?.content.destroy();
  await expect.poll(sockets).toBeLessThan(before + 10);
  direct.close();
});

it('lists and removes everything when the store returns fewer files than asked for', async () => {
  const keys = Array.from({ length: 7 }, (_, at) => `short/${at}`);
  for (const key of keys) await storage.put(key, Buffer.from(key));
  line.fault((asked, _answer, pass) => {
    asked.url = asked.url?.replace(/max-keys=\d{2,}|max-keys=[4-9]/, 'max-keys=3') ?? '';
    pass();
  });
  expect((await storage.list('short/', 7)).map(({ key }) => key)).toEqual(keys);
  expect((await storage.list('short/1', 4)).map(({ key }) => key)).toEqual(keys.slice(2, 6));
  await storage.removeFolder('short');
  line.fault(null);
  expect((await storage.list('short/', 7)).filter(({ key }) => key.startsWith('short/'))).toEqual([]);
});
