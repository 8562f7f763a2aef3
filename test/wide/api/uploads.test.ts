import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createDiskStorage } from '../../../server/adapters/storage/disk.ts';
import { sendFailure } from '../../../server/api/send-failure.ts';
import { addUploads } from '../../../server/api/upload.ts';
import { createUpload } from '../../../server/domain/upload/create-upload.ts';
import { actorOf } from '../../api/support/ports.ts';
import { refusal } from '../../api/support/rest-and-mcp.ts';
import { sql } from '../../api/support/sql.ts';
import { oneUpload, put, putRaw, quota, shell, storedUploads, uploadsIn } from '../../api/support/uploads.ts';
import { portsOf } from '../../support/another-process.ts';
import { brokenImages } from '../../support/broken-images/index.ts';
import { brokenPdfs } from '../../support/broken-images/pdf.ts';
import { stillClock } from '../../support/clock.ts';
import { png } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const run = promisify(execFile);

const clock = stillClock();
const folder = await temporaryFolder('sightline-uploads-');
const service = await startService(
  { CREDITS_PER_MONTH: 'unlimited', MAX_IMAGE_MB: '0.2', MAX_PDF_MB: '0.4', MAX_HTML_MB: '0.1' },
  clock.now,
);
const client = await service.newClient();
const replica = await portsOf(service, clock.now);

test('the commands send exactly the files, with any names', async () => {
  const own = await service.newClient();
  const names = [
    'plain.png',
    "it's mine.png",
    'two  spaces and "quotes".png',
    '$(touch gone) `touch gone` $HOME.png',
    'new\nline.png',
    '-leading-dash.png',
    '--fail.png',
    '[slug]{a,b}[1-3].png',
    'back\\slash.png',
    'semi;colon & and | pipe > out.png',
    'emoji 🎈 ümläut.png',
    '@at.png',
    '#hash?query=1&x.png',
    "'\\''.png",
    '~/in the home.png',
    'folder/../folder/deep.png',
  ];
  const content = new Map<string, Buffer>();
  for (const [at, name] of names.entries()) {
    const path = join(folder, name.replace(/^~\//, ''));
    const bytes = await png(`#${(at * 1000 + 0x101010).toString(16)}`, 50 + at, 40);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
    content.set(name, bytes);
  }
  const before = (await readdir(folder)).toSorted();
  let exact = 0;
  for (let at = 0; at < names.length; at += 5) {
    const some = names.slice(at, at + 5);
    const { uploads, command } = await own.call('create_upload', { paths: some });
    const { code, out, error } = await shell(command, folder);
    expect([code, error]).toEqual([0, '']);
    expect(out.trim().split('\n')).toHaveLength(some.length);
    for (const [index, { id, source }] of uploads.entries()) {
      expect(JSON.parse(out.split('\n')[index] ?? '')).toMatchObject({ source, kind: 'image' });
      const [key = ''] = (await storedUploads(service)).filter((each) => each.includes(`/${id}-`));
      const stored = await readFile(join(service.dataDir, 'shots', key));
      if (stored.equals(content.get(some[index] ?? '') ?? Buffer.alloc(0))) exact += 1;
    }
  }
  expect((await readdir(folder)).toSorted()).toEqual(before);
  console.log(`${names.length} awkward names sent by sh and curl: ${exact} files as they were`);
  expect(exact).toBe(names.length);
});

test('no command contains characters that a terminal acts on when it is pasted', async () => {
  for (const path of ['a\x03\ntouch gone\n.png', 'a\x1b[201~.png', 'a\0.png', 'a\r.png', 'a\x9b0m.png']) {
    const answer = await refusal(client.call('create_upload', { paths: [path] }));
    expect(answer.body).toMatchObject({ error: 'invalid_request', errors: [{ path: 'paths[0]' }] });
  }
});

test('HTML is recognised quickly, even with a beginning on which a regular expression could backtrack', async () => {
  // In a separate process, because this thread could not notice that it hangs.
  const rules = new URL('../../../server/domain/upload/rules.ts', import.meta.url).href;
  const code = `const { readHtml } = await import(${JSON.stringify(rules)});
    const comments = ['<!---->', '<!-- -->', '<!-- --> ', '<!--\\n<!---->'].map((each) => each.repeat(300));
    console.log(comments.map((each) => 'html' in readHtml(Buffer.from(each + '<p>x</p>'))).join());
    console.log('html' in readHtml(Buffer.from('<?xml version="1.0"?> <!-- a --><!--b--> <svg></svg>')));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { timeout: 60_000 });
  expect(stdout).toBe('true,true,true,true\nfalse\n');
});

test('the number of valid addresses is limited, also for concurrent requests', async () => {
  const own = await service.newClient();
  const paths = ['a', 'b', 'c', 'd', 'e'];
  const calls = await Promise.all(
    Array.from({ length: 12 }, () => refusal(own.call('create_upload', { paths })).catch(() => null)),
  );
  const refused = calls.filter((each) => each !== null);
  expect(refused.map(({ status, body }) => [status, body.error])).toEqual(
    Array.from({ length: 4 }, () => [422, 'invalid_state']),
  );
  const [{ count } = { count: '' }] = await sql<{ count: string }>(
    service,
    'SELECT count(*) FROM upload WHERE workspace_id = $1',
    [own.workspaceId],
  );
  expect(Number(count)).toBe(40);
  clock.aheadMs = 3_600_001;
  expect((await own.call('create_upload', { paths })).uploads).toHaveLength(5);
  clock.aheadMs = 0;
});

test('slow and aborted uploads leave nothing, and are not logged as our faults', async () => {
  const server = Fastify();
  server.setErrorHandler(sendFailure);
  const thrown: string[] = [];
  server.addHook('onError', async (_request, _reply, error) => {
    thrown.push(`${error.code}: ${error.message}`);
  });
  await addUploads(server, replica.ports, quota(), { window: 60, atLeast: 1, whole: 400, linger: 40 });
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  const { uploads } = await createUpload(replica.ports, actorOf(client), { paths: ['a', 'b', 'c'] });
  const at = (index: number): string => `${address}/u/${uploads[index]?.url.split('/u/')[1]}`;
  try {
    const stalls = await putRaw(at(0), ['Content-Length: 5000'], [await png()]);
    expect(stalls.answer).toMatch(/^HTTP\/1\.1 408 .*The file arrived too slowly/s);
    // Sending a byte now and then does not keep the connection open.
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.on('error', () => {});
    socket.write(`PUT ${new URL(at(1)).pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n`);
    const drip = setInterval(() => socket.write('x'), 20);
    await new Promise<void>((fulfil) => socket.once('close', () => fulfil()));
    clearInterval(drip);
    expect(heard).toMatch(/^HTTP\/1\.1 408 /);
    // Aborted halfway.
    const whole = await png();
    const gone = connect(Number(new URL(address).port), '127.0.0.1');
    await new Promise<void>((fulfil) => gone.once('connect', () => fulfil()));
    gone.write(`PUT ${new URL(at(2)).pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: ${whole.length}\r\n\r\n`);
    gone.write(whole.subarray(0, 50), () => gone.destroy());
    await expect.poll(() => thrown).toContain('malformed_request: The file did not arrive whole. Send it again.');
    expect(thrown).toHaveLength(1);
    expect((await storedUploads(service)).filter((key) => uploads.some(({ id }) => key.includes(id)))).toEqual([]);
    for (const index of [0, 1, 2]) expect((await put(at(index), whole)).status).toBe(200);
  } finally {
    await server.close();
  }
});

test('files that wait to be examined count towards the quota', async () => {
  const file = await png('#314159', 60, 60);
  const judging: (() => void)[] = [];
  const { images } = replica.ports;
  const read: typeof images.read = async (...all) => {
    await new Promise<void>((fulfil) => judging.push(fulfil));
    return images.read(...all);
  };
  const server = Fastify();
  server.setErrorHandler(sendFailure);
  const patience = { window: 20_000, atLeast: 1, whole: 60_000, linger: 5_000 };
  await addUploads(server, { ...replica.ports, images: { ...images, read } }, quota(file.length * 1.5), patience);
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  const { uploads } = await createUpload(replica.ports, actorOf(client), { paths: ['a', 'b'] });
  const [first = '', second = ''] = uploads.map(({ url }) => `${address}/u/${url.split('/u/')[1]}`);
  try {
    const waiting = put(first, file);
    await expect.poll(() => judging.length).toBe(1);
    expect(await put(second, file)).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    judging[0]?.();
    expect((await waiting).status).toBe(200);
    const again = put(second, file);
    await expect.poll(() => judging.length).toBe(2);
    judging[1]?.();
    expect((await again).status).toBe(200);
  } finally {
    await server.close();
  }
});

test('broken files are refused in plain words or accepted, without an internal error or leftovers', async () => {
  const images = (await brokenImages()).filter((_, at) => at % 40 === 0);
  const pdfs = brokenPdfs().filter((_, at) => at % 6 === 0);
  const others = [
    { name: 'empty', bytes: Buffer.alloc(0) },
    { name: 'NULs', bytes: Buffer.alloc(2000) },
    { name: 'text', bytes: Buffer.from('Just words') },
    { name: 'SVG', bytes: Buffer.from('<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg"/>') },
    { name: 'JSON', bytes: Buffer.from('{"a": "<b>"') },
    { name: 'UTF-16', bytes: Buffer.from('\ufeff<!doctype html><p>hi</p>', 'utf16le') },
    { name: 'Latin-1', bytes: Buffer.from('<!doctype html><p>h\xe4llo</p>', 'latin1') },
    { name: 'ZIP', bytes: Buffer.from('PK\x03\x04word/') },
  ];
  const counts = new Map<string, number>();
  let own = await service.newClient();
  let upload = await oneUpload(own);
  let made = 1;
  for (const { name, bytes } of [...images, ...pdfs, ...others]) {
    const { status, body } = await put(upload.url, bytes);
    counts.set(`${status} ${body.error ?? body.kind}`, (counts.get(`${status} ${body.error ?? body.kind}`) ?? 0) + 1);
    expect([200, 413, 422], `${name}: ${body.message}`).toContain(status);
    if (status === 200) {
      if (made % 35 === 0) own = await service.newClient();
      upload = await oneUpload(own);
      made += 1;
    } else {
      expect(body.message, name).toMatch(/\w{3}/);
      expect(body.message, name).not.toMatch(/vips|sharp|pdfium|wasm|undefined|\[object|Error:/i);
      expect(
        (await storedUploads(service)).filter((key) => key.includes(upload.id)),
        name,
      ).toEqual([]);
    }
  }
  expect((await put(upload.url, '<p>h\xe4')).status).toBe(200);
  const latin = await put((await oneUpload(own)).url, Buffer.from('<!doctype html><p>h\xe4llo</p>', 'latin1'));
  expect(latin.body.message).toBe('This HTML is not in UTF-8. Save it as UTF-8 and send it again.');
  const word = await put((await oneUpload(own)).url, 'Just words');
  expect(word.body.message).toBe(
    'It is not an image that can be read. Send a PNG, a JPEG or a WebP. PDFs and HTML are taken as well.',
  );
  const total = images.length + pdfs.length + others.length;
  console.log(
    `${total} broken files sent: ${[...counts].map(([what, count]) => `${count} × ${what}`).join(', ')}; 0 × 500`,
  );
});

test('on a full disk a file is refused with 503, nothing is left, and it can be sent again', async () => {
  const disk = await mkdtemp(join(tmpdir(), 'sightline-full-'));
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).then(
    () => true,
    () => false,
  );
  const real = createDiskStorage(disk);
  let isFull = true;
  // Where nothing can be mounted, a stand-in throws the system’s error.
  const put507 = (): Promise<void> => Promise.reject(Object.assign(new Error('no room'), { code: 'ENOSPC' }));
  const storage = mounted
    ? real
    : { ...real, put: (key: string, bytes: Buffer) => (isFull ? put507() : real.put(key, bytes)) };
  const server = Fastify();
  server.setErrorHandler(sendFailure);
  await addUploads(server, { ...replica.ports, storage }, quota());
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  try {
    const { uploads } = await createUpload(replica.ports, actorOf(client), { paths: ['a'] });
    const url = `${address}/u/${uploads[0]?.url.split('/u/')[1]}`;
    if (mounted) await writeFile(join(disk, 'filler'), Buffer.alloc(100_000)).catch(() => {});
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const answer = await put(url, await png('#123456', 400, 300));
      expect([answer.status, answer.body.error]).toEqual([503, 'unavailable']);
      expect(answer.body.message).toMatch(/no room left/);
    }
    expect(await uploadsIn(disk)).toEqual([]);
    const rows = await sql(service, 'SELECT storage_key FROM upload WHERE id = $1', [uploads[0]?.id]);
    expect(rows).toEqual([{ storage_key: null }]);
    isFull = false;
    await rm(join(disk, 'filler'), { force: true });
    expect((await put(url, await png('#123456', 400, 300))).status).toBe(200);
    expect(await uploadsIn(disk)).toHaveLength(1);
    console.log(`disk full (${mounted ? 'tmpfs' : 'ENOSPC by the storage'}): 3 files sent, 3 × 503, 0 left; then 200`);
  } finally {
    await server.close();
    if (mounted) await run('umount', [disk]);
    await rm(disk, { recursive: true, force: true });
  }
});
