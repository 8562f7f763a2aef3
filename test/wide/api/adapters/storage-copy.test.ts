import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import {
  copyFiles,
  type OpenStorage,
  openStorage,
  parseStorageUrl,
} from '../../../../server/adapters/storage/index.ts';
import { block } from '../../../repository/docs/support/blocks.ts';
import { root } from '../../../repository/readme/support/readme.ts';
import { startS3 } from '../../../support/s3.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const folder = await temporaryFolder('sightline-copy-');
const s3 = await startS3();

const disk = (name: string) => openStorage({ kind: 'disk', folder: join(folder, name) });
const bucket = (prefix: string) => openStorage(parseStorageUrl(s3.storageUrl(prefix), { region: undefined, keys: s3 }));
const contentOf = async (storage: OpenStorage) =>
  Promise.all((await storage.list('', 10_000)).map(async ({ key }) => [key, (await storage.get(key)).toString()])).then(
    (files) => files.toSorted(),
  );

test('files are copied from a folder to a bucket and back, each once, and new ones by the next run', async () => {
  const [from, to, back] = await Promise.all([disk('from'), bucket('to'), disk('back')]);
  for (let at = 0; at < 60; at += 1) await from.put(`w/r/${at}/shot ${at}.png`, Buffer.from(`image ${at}`));
  await from.put('w/r/1/shot.png.part', Buffer.from('unfinished'));
  await from.put('probes/one', Buffer.from('probe'));
  // As an interrupted run left it: some files are there, one with another length.
  await to.put('w/r/0/shot 0.png', Buffer.from('image 0'));
  await to.put('w/r/1/shot 1.png', Buffer.from('ima'));
  expect(await copyFiles(from, to, () => {})).toMatchObject({ seen: 60, copied: 59, kept: 1, missing: 0 });
  await from.put('w/r/60/shot.png', Buffer.from('new'));
  expect(await copyFiles(from, to, () => {})).toMatchObject({ seen: 61, copied: 1, kept: 60 });
  expect(await copyFiles(to, back, () => {})).toMatchObject({ copied: 61 });
  await from.remove('w/r/1/shot.png.part');
  await from.remove('probes/one');
  expect(await contentOf(back)).toEqual(await contentOf(from));
});

test('empty files that a store’s console creates for folders do not stop a copy', async () => {
  const { endpoint, bucket: Bucket, accessKeyId, secretAccessKey } = s3;
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  for (const Key of ['console/', 'console/w/'])
    await client.send(new PutObjectCommand({ Bucket, Key, Body: Buffer.alloc(0) }));
  client.destroy();
  const [from, to] = await Promise.all([bucket('console'), disk('console')]);
  await from.put('w/r/1/one.png', Buffer.from('one'));
  expect((await from.list('', 10)).map(({ key }) => key).sort()).toEqual(['', 'w/', 'w/r/1/one.png']);
  expect(await copyFiles(from, to, () => {})).toMatchObject({ seen: 1, copied: 1 });
  expect(await contentOf(to)).toEqual([['w/r/1/one.png', 'one']]);
});

test('the commands of the documentation move everything and print how much', async () => {
  const [from, to] = await Promise.all([disk('page'), bucket('page')]);
  await from.put('w/r/1/one.png', Buffer.from('one'));
  const { STORAGE_URL: target = '', ...keys } = s3.environment('page');
  const run = async (begin: string) => {
    const serve = `'${process.execPath}' '${join(root, 'server/serve.ts')}'`;
    const text = block('storage', begin).trim().replace('npm start --', serve);
    const former = `file:${join(folder, 'page')}`;
    const given = { STORAGE_URL: former, FORMER_STORAGE_URL: former, NEW_STORAGE_URL: target };
    const env = { PATH: process.env.PATH, ...keys, ...given };
    return (await promisify(execFile)('bash', ['-euc', text], { cwd: root, env })).stdout;
  };
  const said = await run('npm start -- --copy-shots');
  expect(said).toContain(`Copying from ${join(folder, 'page')} to s3://${s3.bucket}/page`);
  expect(said).toContain('All files are there: 1 copied, 0 were there already');
  await from.put('w/r/1/two.png', Buffer.from('two'));
  expect(await run('STORAGE_URL=')).toContain('All files are there: 1 copied, 1 were there already');
  expect(await contentOf(to)).toEqual(await contentOf(from));
});

test('a target that cannot be read or refuses writes is reported, and nothing is copied', async () => {
  const run = (target: string) =>
    promisify(execFile)(process.execPath, [join(root, 'server/serve.ts'), '--copy-shots', target], {
      env: { PATH: process.env.PATH, ...s3.environment(), STORAGE_URL: `file:${join(folder, 'page')}` },
    }).catch(({ stdout, code }: { stdout: string; code: number }) => ({ stdout, code }));
  expect(await run('nowhere')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('STORAGE_URL must begin with'),
  });
  expect(await run('')).toMatchObject({ code: 1, stdout: expect.stringContaining('--copy-shots needs the place') });
  const inside = await run(`file:${join(folder, 'page/new')}`);
  expect(inside).toMatchObject({ code: 1, stdout: expect.stringContaining('lies within it') });
  expect(await readdir(join(folder, 'page'))).not.toContain('new');
  const missing = s3.storageUrl().replace('sightline-shots', 'no-such-bucket');
  expect(await run(missing)).toMatchObject({ code: 1, stdout: expect.stringContaining('There is no bucket') });
});
