import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { sendFailure } from '../../server/api/send-failure.ts';
import { addUploads } from '../../server/api/upload.ts';
import type { Client } from '../../server/contract/client.ts';
import { cleanUpExpired } from '../../server/domain/retention/clean-up-shots.ts';
import { sweepFiles } from '../../server/domain/retention/sweep-files.ts';
import { portsOf } from '../support/another-process.ts';
import { goodPdf } from '../support/broken-images/pdf.ts';
import { stillClock } from '../support/clock.ts';
import { base64, png } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { refusal } from './support/rest-and-mcp.ts';
import { sql } from './support/sql.ts';
import { oneUpload, put, putRaw, quota, shell, storedUploads, type Upload } from './support/uploads.ts';

type Own = Client & { token: string; workspaceId: string };
const clock = stillClock();
const folder = await temporaryFolder('sightline-uploads-');
const service = await startService(
  { CREDITS_PER_MONTH: 'unlimited', MAX_IMAGE_MB: '0.2', MAX_PDF_MB: '0.4', MAX_HTML_MB: '0.1' },
  clock.now,
);
const client = await service.newClient();
const replica = await portsOf(service, clock.now);

async function sent(who: Client, bytes: Buffer | string): Promise<Upload> {
  const upload = await oneUpload(who);
  expect(await put(upload.url, bytes)).toMatchObject({ status: 200, body: { source: upload.source } });
  return upload;
}

test('a refusal shows in the terminal, fails the command, and a corrected file can be sent', async () => {
  await writeFile(join(folder, 'page.png'), 'GIF89a, really');
  await writeFile(join(folder, 'good.png'), await png());
  const { uploads, command } = await client.call('create_upload', { paths: ['page.png', 'good.png'] });
  const first = await shell(command, folder);
  expect(first.code).toBe(22);
  expect(first.out).toContain('This is a GIF. Send a PNG, a JPEG or a WebP.');
  expect(first.out).not.toContain('"kind"');
  await writeFile(join(folder, 'page.png'), await png('#aa0000'));
  const second = await shell(command, folder);
  expect([second.code, second.error]).toEqual([0, '']);
  const made = await client.call('create_review', { title: 'Sent', images: uploads.map(({ source }) => source) });
  expect([made.status, made.screenshots.length]).toEqual(['open', 2]);
  const missing = await client.call('create_upload', { paths: ['nowhere.png'] });
  expect((await shell(missing.command, folder)).code).toBe(26);
});

test('a Windows path gets a command for its shells, or none where a shell would interpret it', async () => {
  const { uploads } = await client.call('create_upload', {
    paths: ['C:\\Users\\me\\screenshot 1.png', 'b & c.png', '-d.png'],
  });
  expect(uploads[0]?.command).toMatch(/^curl\.exe -sS --fail-with-body -g -T "C:\\Users\\me\\screenshot 1\.png" "http/);
  // Windows shells know no single quotes, so one Windows path is enough to identify the machine.
  expect(uploads[1]?.command).toMatch(/^curl\.exe -sS --fail-with-body -g -T "b & c\.png" "http/);
  expect(uploads[2]?.command).toMatch(/^curl\.exe -sS --fail-with-body -g -T "\.\/-d\.png" "http/);
  const names = ['x$(y)', 'x`y`', '%TEMP%', 'x" & calc & "', 'x” ; calc ; “', 'x„ ; calc', 'a!b', 'a\nb', 'folder\\'];
  let refused = 0;
  for (const name of names) {
    const answer = await refusal(client.call('create_upload', { paths: ['a.png', `C:\\${name}`] }));
    expect(answer.body).toMatchObject({ error: 'invalid_request', errors: [{ path: 'paths[1]' }] });
    refused += 1;
  }
  console.log(`${refused} of ${names.length} names that a shell of Windows acts on are refused`);
});

test('images, a PDF and an email are used in reviews by their source, repeatedly', async () => {
  const image = await sent(client, await png('#226622'));
  const pdf = await sent(client, goodPdf());
  const html = await sent(client, '\ufeff<!doctype html><p>Hällo, this is an email</p>');
  const first = await client.call('create_review', {
    title: 'One',
    images: [image.source, { image: image.source, label: 'Again' }],
  });
  expect(first.screenshots.map(({ label }) => label)).toEqual(['Screenshot 1', 'Again']);
  const more = await client.call('add_screenshot', { id: first.id, image: ` ${image.source} `, label: 'Third' });
  expect(more.screenshots).toHaveLength(3);
  const inline = await client.call('create_review', { title: 'Inline', images: [await base64('#226622')] });
  expect(first.screenshots[0]?.sha256).toBe(inline.screenshots[0]?.sha256);
  for (const source of [{ pdf: pdf.source }, { html: html.source }]) {
    const made = await client.call('create_review', { title: 'Two', ...source });
    const read = () => client.call('get_review', { id: made.id });
    await expect.poll(async () => (await read()).status).toBe('open');
    expect((await read()).screenshots.length).toBeGreaterThan(0);
  }
});

test('an invalid source is refused by its field, with the next step', async () => {
  const stranger = await service.newClient();
  const image = await sent(client, await png());
  const pdf = await sent(client, goodPdf());
  const waiting = await oneUpload(client);
  const asked = { title: 'No' };
  const table: [object, string, RegExp, Own?][] = [
    [{ images: [pdf.source] }, 'images[0]', /This upload is a PDF\. Send it as `pdf`\.$/],
    [{ images: [image.source, waiting.source] }, 'images[1]', /has not come yet\. Run its command first/],
    [{ pdf: image.source }, 'pdf', /This upload is an image\. Send it as `image` or in `images`\.$/],
    [{ html: image.source }, 'html', /This upload is an image/],
    [{ html: 'upload:nothing' }, 'html', /no such upload.*Call create_upload/],
    [{ images: ['upload:'] }, 'images[0]', /no such upload/],
    [{ images: ['upload:../../secret.key'] }, 'images[0]', /no such upload/],
    [{ images: [`upload:${'0'.repeat(26)}`] }, 'images[0]', /no such upload/],
    [{ images: [image.source] }, 'images[0]', /no such upload/, stranger],
  ];
  const count = await sql<{ count: string }>(service, 'SELECT count(*) FROM review');
  for (const [source, path, words, who] of table) {
    const { status, body } = await refusal((who ?? client).call('create_review', { ...asked, ...source }));
    expect([status, body.errors?.[0]?.path]).toEqual([422, path]);
    expect(body.message).toMatch(words);
  }
  clock.aheadMs = 3_600_001;
  const late = await refusal(client.call('create_review', { ...asked, images: [image.source] }));
  const sentLate = await put(waiting.url, await png());
  clock.aheadMs = 0;
  expect(late.body.message).toMatch(/its hour is over/);
  expect([sentLate.status, sentLate.body.error]).toEqual([404, 'not_found']);
  expect(await sql(service, 'SELECT count(*) FROM review')).toEqual(count);
  const open = await client.call('create_review', { ...asked, images: [await base64()] });
  const added = await refusal(client.call('add_screenshot', { id: open.id, image: waiting.source }));
  expect([added.status, added.body.errors?.[0]?.path]).toEqual([422, 'image']);
  console.log(`${table.length + 2} sources refused with the next step, 0 reviews made`);
});

test('an upload address keeps its first file: the same file is accepted again, another is not', async () => {
  const own = await service.newClient();
  const upload = await oneUpload(own);
  const [one, two] = [await png('#111111'), await png('#eeeeee')];
  // Each request goes to its own process, because a process receives one file at a time.
  const processes = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const server = Fastify();
      server.setErrorHandler(sendFailure);
      await addUploads(server, replica.ports, quota());
      return { server, address: await server.listen({ port: 0, host: '127.0.0.1' }) };
    }),
  );
  const path = new URL(upload.url).pathname;
  const race = await Promise.all(
    [one, two, one, two, one].map((bytes, at) => put(`${processes[at]?.address}${path}`, bytes)),
  );
  await Promise.all(processes.map(({ server }) => server.close()));
  const statuses = race.map(({ status }) => status);
  const winner = statuses[0] === 200 ? one : two;
  expect(statuses).toEqual([one, two, one, two, one].map((bytes) => (bytes === winner ? 200 : 409)));
  const [key = '', ...others] = (await storedUploads(service)).filter((each) => each.includes(upload.id));
  expect(others).toEqual([]);
  expect(await readFile(join(service.dataDir, 'shots', key))).toEqual(winner);
  const other = await put(upload.url, winner === one ? two : one);
  expect(other.body.message).toBe('Another file was sent here already. Call create_upload again for this one.');
});

test('an upload address reveals nothing, and its secret is stored and logged nowhere', async () => {
  const upload = await oneUpload(client);
  const secret = upload.url.split('/u/')[1] ?? '';
  expect(secret).toMatch(/^[0-9A-Za-z]{43}$/);
  const seen = new Set<string>();
  for (const url of [upload.url, `${service.url}/u/${'0'.repeat(43)}`, `${service.url}/u/x`]) {
    for (const method of ['GET', 'POST', 'DELETE', 'PATCH']) {
      const answer = await fetch(url, { method, redirect: 'manual' });
      expect(answer.headers.get('set-cookie')).toBeNull();
      seen.add(`${answer.status} ${answer.headers.get('allow')} ${await answer.text()}`);
    }
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(405);
  }
  expect([...seen]).toEqual(['405 PUT {"error":"malformed_request","message":"Files are sent here by PUT."}\n']);
  for (const wrong of ['0'.repeat(43), `${secret}0`, secret.slice(1), '%00', encodeURIComponent('../../x')]) {
    const answer = await put(`${service.url}/u/${wrong}`, 'x');
    expect([answer.status, answer.body.error]).toEqual([404, 'not_found']);
  }
  await put(upload.url, 'not an image');
  // Some programs send a meaningless content type.
  expect((await put(upload.url, await png(), { 'content-type': 'picture' })).status).toBe(200);
  expect(service.logged()).toContain('/u/:secret');
  expect(service.logged()).not.toContain(secret);
  expect(
    JSON.stringify(await sql(service, "SELECT id, encode(secret_hash, 'escape') AS hash FROM upload")),
  ).not.toContain(secret);
});

const chunked = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

test('a file that is too large is refused while it arrives, whatever its length says', async () => {
  const upload = await oneUpload(client);
  const block = Buffer.alloc(50_000, 0x20);
  const start = async (what: Buffer | string) => Buffer.concat([Buffer.from(what), Buffer.alloc(50_000, 0x20)]);
  const endless = function* (first: Buffer, wrap: (bytes: Buffer) => Buffer = (bytes) => bytes) {
    yield wrap(first);
    for (let at = 0; at < 4000; at += 1) yield wrap(block);
  };
  const table: [string, string[], Iterable<Buffer>, RegExp, number][] = [
    ['says so', ['Content-Length: 900000000'], [], /larger than 400 KB/, 0],
    [
      'a PDF without end',
      ['Transfer-Encoding: chunked'],
      endless(await start('%PDF-1.7\n'), chunked),
      /larger than 400 KB, the most that a PDF/,
      30_000_000,
    ],
    [
      'an image that says it is large',
      ['Content-Length: 390000'],
      endless(await start(await png())),
      /larger than 200 KB, the most that an image/,
      30_000_000,
    ],
    [
      'an image without end',
      ['Transfer-Encoding: chunked'],
      endless(await start(await png()), chunked),
      /larger than 200 KB, the most that an image/,
      30_000_000,
    ],
    [
      'text without end',
      ['Transfer-Encoding: chunked'],
      endless(await start('<!doctype html><p>'), chunked),
      /larger than/,
      30_000_000,
    ],
  ];
  let most = 0;
  for (const [name, head, parts, words, atMost] of table) {
    const { answer, sentBytes } = await putRaw(upload.url, head, parts);
    expect(answer, name).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer, name).toMatch(words);
    expect(sentBytes, name).toBeLessThanOrEqual(atMost);
    most = Math.max(most, sentBytes);
  }
  expect(await storedUploads(service)).toEqual(
    (await storedUploads(service)).filter((key) => !key.includes(upload.id)),
  );
  expect((await put(upload.url, await png())).status).toBe(200);
  console.log(`${table.length} files too large: 413 each, after ${Math.round(most / 1000)} KB of up to 200 MB at most`);
});

test('uploads expire after an hour with their files; valid ones stay', async () => {
  const own = await service.newClient();
  const old = await sent(own, await png('#010203'));
  clock.aheadMs = 1_800_000;
  const fresh = await sent(own, await png('#030201'));
  clock.aheadMs = 3_600_001;
  const swept = await Promise.all([cleanUpExpired(replica.ports, 'upload'), cleanUpExpired(replica.ports, 'upload')]);
  clock.aheadMs = 0;
  expect(swept[0] + swept[1]).toBeGreaterThan(0);
  const left = await storedUploads(service);
  expect(left.filter((key) => key.includes(old.id))).toEqual([]);
  expect(left.filter((key) => key.includes(fresh.id))).toHaveLength(1);
  // The file of a process that died before it stored the row, old enough for the sweep.
  const [key = ''] = left.filter((each) => each.includes(fresh.id));
  const lost = `${own.workspaceId}/uploads/${fresh.id}-${'0'.repeat(26)}`;
  await writeFile(join(service.dataDir, 'shots', lost), 'half a file');
  const { storage } = replica.ports;
  const list: typeof storage.list = async (after, limit) =>
    (await storage.list(after, limit)).map((file) => ({ ...file, ageSeconds: file.ageSeconds + 7200 }));
  await sweepFiles({ ...replica.ports, storage: { ...storage, list } }, async () => {});
  expect(await storedUploads(service)).toContain(key);
  expect(await storedUploads(service)).not.toContain(lost);
  expect((await own.call('create_review', { title: 'Still', images: [fresh.source] })).status).toBe('open');
});

test('uploads are deleted with their workspace', async () => {
  const own = await service.newClient();
  const upload = await sent(own, await png());
  const waiting = await oneUpload(own);
  await own.call('delete_workspace', { confirm: own.workspaceId });
  expect((await storedUploads(service)).filter((key) => key.startsWith(own.workspaceId))).toEqual([]);
  expect(await sql(service, 'SELECT 1 FROM upload WHERE workspace_id = $1', [own.workspaceId])).toEqual([]);
  for (const { url } of [upload, waiting]) expect((await put(url, await png())).status).toBe(404);
});
