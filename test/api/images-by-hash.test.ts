import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import type { Client } from '../../server/contract/client.ts';
import { base64, dataUrl, nextPass, png, review } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { hold } from './support/lock.ts';
import { refusal } from './support/rest-and-mcp.ts';
import { sql } from './support/sql.ts';

let client: Client & { workspaceId: string };
const service = await startService({ ROLE: 'web' });
beforeEach(async () => {
  client = await service.newClient();
});

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const byHash = (bytes: Buffer): string => `sha256:${hashOf(bytes)}`;
/** Returns the paths of the workspace's image files. */
async function images(): Promise<string[]> {
  const folder = join(service.dataDir, 'shots', client.workspaceId);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
    .filter((path) => basename(path).startsWith('image.'));
}
const statusOf = async (url = '') => (await fetch(url)).status;

test('an image that was sent once is shown again by its hash, with an address of its own, and stored once', async () => {
  const file = await png('#123456');
  const [first] = (await review(client, { images: [await base64('#123456')] })).screenshots;
  const again = await review(client, { images: [{ image: byHash(file), label: 'Again' }] });
  const [second] = again.screenshots;
  expect(again.status).toBe('open');
  expect(second).toMatchObject({ label: 'Again', width: 60, height: 40, sha256: first?.sha256 });
  expect(second?.url).not.toBe(first?.url);
  const fetched = async (url = '') => Buffer.from(await (await fetch(url)).arrayBuffer());
  expect((await fetched(second?.url)).equals(await fetched(first?.url))).toBe(true);
  expect(await images()).toHaveLength(1);
});

test('the same pixels in another file are stored once too', async () => {
  await review(client, { images: [await dataUrl('#123456')] });
  const other = await sharp(await png('#123456'))
    .png({ compressionLevel: 0 })
    .toBuffer();
  await review(client, { images: [other.toString('base64')] });
  expect(await images()).toHaveLength(1);
  // Each file is known by its own hash.
  const hashes = [hashOf(other), hashOf(await png('#123456'))];
  expect(await client.call('find_missing_images', { sha256: hashes })).toEqual({ missing: [] });
});

test('a pass of images by hash is compared with the previous one', async () => {
  const [blue, red] = [await png('#0000ff'), await png('#ff0000')];
  const first = await review(client, {
    images: [
      { image: blue.toString('base64'), label: 'Same' },
      { image: red.toString('base64'), label: 'Other' },
    ],
  });
  const second = await nextPass(client, first, {
    images: [
      { image: byHash(blue), label: 'Same' },
      { image: byHash(blue), label: 'Other' },
      { image: byHash(red), label: 'More' },
    ],
  });
  expect(second.screenshots.map(({ label, change }) => [label, change?.kind, change?.share])).toEqual([
    ['Same', 'identical', 0],
    ['Other', 'changed', 1],
    ['More', 'new', null],
  ]);
});

test('the missing images are those that this workspace never sent, in the order of the request', async () => {
  const [sent, never] = [hashOf(await png('#123456')), hashOf(await png('#654321'))];
  await review(client, { images: [await base64('#123456')] });
  const missing = (of: Client) => of.call('find_missing_images', { sha256: [never, sent] });
  expect(await missing(client)).toEqual({ missing: [never] });
  expect(await missing(await service.newClient())).toEqual({ missing: [never, sent] });
});

test.each([
  ['a hash that another workspace has', async () => byHash(await png('#123456')), 'Send its bytes'],
  ['half a hash', async () => 'sha256:abc123', '64 hex digits'],
])('%s is refused with its field, and nothing is kept', async (_, image, message) => {
  await review(await service.newClient(), { images: [await base64('#123456')] });
  const sent = [await base64('#00ff00'), { image: await image(), label: 'Home' }];
  const { status, body } = await refusal(review(client, { images: sent }));
  expect([status, body.error]).toEqual([422, 'invalid_request']);
  expect(body.message).toContain(message);
  expect(body.errors?.[0]?.path).toMatch(/^images\[1\]/);
  expect(await images()).toEqual([]);
});

test('a request is the same whether its images are sent or named by their hash', async () => {
  const named = { title: 'Once', client_request_id: 'once' };
  const first = await client.call('create_review', { ...named, images: [{ image: await base64(), label: 'Home' }] });
  for (const image of [byHash(await png()), await dataUrl()]) {
    expect((await client.call('create_review', { ...named, images: [{ image, label: 'Home' }] })).id).toBe(first.id);
  }
  const other = { ...named, images: [{ image: byHash(await png('#ff0000')), label: 'Home' }] };
  expect((await refusal(client.call('create_review', other))).body.message).toContain('was used for another request');
});

test('an image is deleted with the last screenshot that shows it', async () => {
  const shown = [];
  for (let at = 0; at < 3; at += 1) shown.push(await review(client));
  const urls = shown.map(({ screenshots }) => screenshots[0]?.url);
  // The first one stored it.
  for (const [at, { id }] of shown.entries()) {
    expect(await images()).toHaveLength(1);
    expect(await Promise.all(urls.map(statusOf))).toEqual(urls.map((_, of) => (of < at ? 404 : 200)));
    await client.call('delete_review', { id });
  }
  expect(await images()).toEqual([]);
  expect(await client.call('find_missing_images', { sha256: [hashOf(await png())] })).toEqual({
    missing: [hashOf(await png())],
  });
});

test('an image is deleted with the last two screenshots that show it, which are deleted at once', async () => {
  const shown = [await review(client), await review(client)];
  const holder = await hold(service);
  // Each deletion records itself last, and waits for the workspace there.
  await holder.query('SELECT 1 FROM workspace WHERE id = $1 FOR UPDATE', [client.workspaceId]);
  const deleted = shown.map(({ id }) => client.call('delete_review', { id }));
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await sql(service, waiting)).length).toBeGreaterThan(1);
  expect(await images()).toHaveLength(1);
  await holder.end('COMMIT');
  await Promise.all(deleted);
  expect(await images()).toEqual([]);
});

test('an image whose file was lost is asked for again, and is shown once it is sent', async () => {
  await review(client);
  for (const path of await images()) await rm(path);
  const { body } = await refusal(review(client, { images: [byHash(await png())] }));
  expect(body.message).toContain('Send its bytes');
  const [shot] = (await review(client)).screenshots;
  expect(await statusOf(shot?.url)).toBe(200);
});

test('a request that shows an image while it is deleted is refused for a moment, and shows no missing file', async () => {
  const { id } = await review(client);
  const holder = await hold(service);
  await holder.query('DELETE FROM shot WHERE review_id = $1', [id]);
  const images = [byHash(await png())];
  const { status, body } = await refusal(review(client, { images }));
  expect([status, body.message]).toEqual([
    503,
    'An image of this request was deleted a moment ago. Repeat the request.',
  ]);
  await holder.end('ROLLBACK');
  expect(await statusOf((await review(client, { images })).screenshots[0]?.url)).toBe(200);
});

test('a request adds up to a hundred images, in its order', async () => {
  const { id } = await review(client);
  const file = await png();
  const items = Array.from({ length: 100 }, (_, at) => ({ image: byHash(file), label: `Page ${at + 1}` }));
  const { screenshots } = await client.call('add_screenshot', { id, images: items });
  expect(screenshots.map(({ index, label }) => [index, label])).toEqual([
    [0, 'Home'],
    ...items.map(({ label }, at) => [at + 1, label]),
  ]);
  const some = [...items.slice(0, 57), { image: 'sha256:none', label: 'Wrong' }, ...items.slice(58)];
  const { body } = await refusal(client.call('add_screenshot', { id, images: some }));
  expect(body.errors?.[0]?.path).toBe('images[57].image');
  const { body: both } = await refusal(client.call('add_screenshot', { id, images: items, image: byHash(file) }));
  expect(both.message).toBe('Send either `image` or `images`, or `capture_url: true` with `page_url`.');
  expect((await client.call('get_review', { id })).screenshots).toHaveLength(101);
});
