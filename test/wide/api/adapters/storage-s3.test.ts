import sharp from 'sharp';
import { afterAll, afterEach, expect, it } from 'vitest';
import { checkStorage } from '../../../../server/adapters/storage/index.ts';
import { parseStorageUrl } from '../../../../server/adapters/storage/location.ts';
import { createS3Storage } from '../../../../server/adapters/storage/s3.ts';
import { probeStorage } from '../../../../server/domain/health/health.ts';
import { base64, mark, nextPass, review, reviewerOf } from '../../../support/factories.ts';
import { startS3 } from '../../../support/s3.ts';
import { only, refuse, startFaultyLine } from '../../../support/s3-faults.ts';
import { startService } from '../../../support/service.ts';

// The rest is in `test/wide/api/adapters/storage-*.test.ts`: every key and fault, several stores, and copies.

const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'hunter2secret' };
const s3 = await startS3();
const line = await startFaultyLine(s3.endpoint);
const STORAGE_URL = s3.storageUrl('shots').replace(encodeURIComponent(s3.endpoint), encodeURIComponent(line.endpoint));
const read = parseStorageUrl(STORAGE_URL, { region: undefined, keys });
if (read.kind !== 's3') throw new Error('This is no bucket');
const location = read;
const storage = createS3Storage(location);
const service = await startService({ ...s3.environment(), STORAGE_URL, AWS_SECRET_ACCESS_KEY: keys.secretAccessKey });
const client = await service.newClient();
afterEach(() => line.fault(null));
afterAll(() => storage.close());

const thrownBy = async (work: Promise<unknown>): Promise<{ code?: string; message?: string }> =>
  work.then(
    () => ({}),
    (error: { code: string; message: string }) => error,
  );
/** Returns the names of the workspace's files. */
const names = async (): Promise<string[]> =>
  (await storage.list('', 10_000))
    .flatMap(({ key }) => (key.startsWith(client.workspaceId) ? [key.split('/').at(-1) ?? ''] : []))
    .sort();
const readyz = async () => (await fetch(`${service.url}/readyz`)).status;

it('repeats what an overloaded store refused', async () => {
  line.fault(only(2, refuse(503, 'SlowDown')));
  await storage.put('a/one', Buffer.from('one'));
  line.fault(only(2, refuse(500, 'InternalError')));
  expect((await storage.get('a/one')).toString()).toBe('one');
});

it('stops retrying with a store that stays overloaded, and names the store', async () => {
  line.fault(refuse(503, 'SlowDown'));
  expect(await thrownBy(storage.put('a/two', Buffer.from('two')))).toMatchObject({
    code: 'STORAGE_UNAVAILABLE',
    message: 'The storage refused to store a file: SlowDown (503)',
  });
  // The service uses the same store, so only this file's requests count.
  expect(line.asked('a/two')).toBe(4);
  line.fault(null);
  expect(await storage.find('a/two')).toBeNull();
});

it('sends nothing more to the store once it is closed', async () => {
  const closing = createS3Storage(location);
  line.fault((asked, answer, pass) => {
    if (asked.url?.includes('a/closing')) closing.close();
    return refuse(503, 'SlowDown')(asked, answer, pass);
  });
  expect(await thrownBy(closing.put('a/closing', Buffer.from('one')))).toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  expect(await thrownBy(closing.put('a/closed', Buffer.from('one')))).toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  expect(line.asked('a/clos')).toBe(1);
});

it('treats a missing bucket as a refusal, not as a missing file', async () => {
  const elsewhere = createS3Storage({ ...location, bucket: 'no-such-bucket' });
  expect(await thrownBy(elsewhere.find('a/one'))).toMatchObject({ code: 'STORAGE_REFUSED' });
  expect(await thrownBy(elsewhere.stream('a/one'))).toMatchObject({ code: 'STORAGE_REFUSED' });
  elsewhere.close();
});

it('distinguishes a full store from one that does not answer', async () => {
  line.fault(refuse(507, 'XMinioStorageFull'));
  expect(await thrownBy(storage.put('a/x', Buffer.from('x')))).toMatchObject({ code: 'STORAGE_FULL' });
});

it('lets a service start while the store does not answer, and reports it', async () => {
  line.fault((asked) => asked.socket.destroy());
  expect(await checkStorage(storage, location, probeStorage(storage))).toMatch(
    /^The storage could not list files: \w+$/,
  );
  line.fault(null);
  expect(await checkStorage(storage, location, probeStorage(storage))).toBeNull();
});

it.each([
  [403, 'InvalidAccessKeyId', 'It does not know AWS_ACCESS_KEY_ID.'],
  [403, 'SignatureDoesNotMatch', 'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID.'],
  [403, 'AccessDenied', 'must be allowed to list the bucket “sightline-shots”'],
  [404, 'NoSuchBucket', 'There is no bucket “sightline-shots”'],
  [400, 'AuthorizationHeaderMalformed', 'in a different region than us-east-1'],
  [400, 'ExpiredToken', 'AWS_SESSION_TOKEN has expired'],
  [403, 'RequestTimeTooSkewed', 'clock is wrong'],
])('says what to do about %i %s without any secret', async (status, code, advice) => {
  const fields = `<AWSAccessKeyId>S3RVER</AWSAccessKeyId><StringToSign>AWS4 hunter2signed</StringToSign>`;
  line.fault(refuse(status, code, fields));
  const refused = await thrownBy(storage.put('a/x', Buffer.from('x')));
  expect(refused).toMatchObject({
    code: 'STORAGE_REFUSED',
    message: `The storage refused to store a file: ${code} (${status})`,
  });
  const atStart = await thrownBy(checkStorage(storage, location, probeStorage(storage)));
  expect(atStart.message).toContain(advice);
  expect(atStart.message).toContain('STORAGE_URL');
  const said = [refused, atStart].map((error) => `${JSON.stringify(error)}${String(error)}`).join();
  expect(said).not.toMatch(/hunter2|S3RVER/);
});

it('stores, compares, serves and deletes screenshots in a bucket as in a folder', async () => {
  const first = await review(client);
  const second = await nextPass(client, first);
  expect(await names()).toEqual(['difference.png', 'image.png', 'image.png']);
  const shot = second.screenshots[0] ?? expect.fail('there is no screenshot');
  await reviewerOf(second).call('place_mark', mark());
  const crop = shot.url.replace(/shot$/, 'mark-1');
  for (const url of [shot.url, shot.thumbnail_url, shot.url.replace(/shot$/, 'difference'), crop]) {
    const answer = await fetch(url);
    expect([url, answer.status]).toEqual([url, 200]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    expect((await sharp(bytes).metadata()).width).toBeGreaterThan(0);
  }
  expect(await names()).toEqual(['difference.png', 'image.png', 'image.png', 'thumbnail.webp']);
  await client.call('delete_review', { id: second.id });
  expect(await names()).toEqual(['image.png']);
  expect((await fetch(shot.url)).status).toBe(404);
  expect((await fetch(first.screenshots[0]?.url ?? '')).status).toBe(200);
});

it('answers 503 for what it cannot store, leaves neither row nor file, and is not ready meanwhile', async () => {
  line.fault(refuse(503, 'SlowDown'));
  const body = JSON.stringify({ title: 'Now', images: [{ image: await base64(), label: 'Home' }] });
  const answer = await fetch(`${service.url}/api/reviews`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body,
  });
  const text = await answer.text();
  expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true]);
  expect(text).not.toMatch(/SlowDown|S3|127\.0\.0\.1|bucket/);
  await expect.poll(readyz).toBe(503);
  line.fault(null);
  await expect.poll(readyz).toBe(200);
  const { reviews } = await client.call('list_reviews', {});
  expect(reviews.map(({ title }) => title)).not.toContain('Now');
  expect(service.logged()).toContain('STORAGE_UNAVAILABLE');
});
