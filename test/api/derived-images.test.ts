import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import type { Client } from '../../server/contract/client.ts';
import { base64, review } from '../support/factories.ts';
import { startService } from '../support/service.ts';

let client: Client & { workspaceId: string };
const service = await startService({ ROLE: 'web' });
beforeEach(async () => {
  client = await service.newClient();
});

/** Returns the paths of the workspace's files. */
async function paths(): Promise<string[]> {
  const folder = join(service.dataDir, 'shots', client.workspaceId);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).sort();
}
const files = async () => (await paths()).map((path) => basename(path));
async function fetchImage(url: string) {
  const answer = await fetch(url);
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}
const pixelsOf = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer();

/** Returns an image with rows of different colours, so that a strip in the wrong place is noticed. */
async function tall(width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) pixels.fill((y * 7 + (y >> 8)) % 256, y * width * 3, (y + 1) * width * 3);
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

test('a thumbnail is made once, on the first request, and again when its file is lost', async () => {
  const made = await review(client);
  expect(await files()).toEqual(['image.png']);
  const url = made.screenshots[0]?.thumbnail_url ?? '';
  const answers = await Promise.all(Array.from({ length: 12 }, () => fetchImage(url)));
  for (const answer of answers) {
    expect([answer.status, answer.type]).toEqual([200, 'image/webp']);
    expect(answer.bytes.equals(answers[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
  }
  expect(await files()).toEqual(['image.png', 'thumbnail.webp']);
  await rm((await paths())[1] ?? '');
  expect((await fetchImage(url)).bytes.equals(answers[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
});

test('a tall screenshot is served in strips that together equal it', async () => {
  const [width, height] = [120, 9_001];
  const bytes = await tall(width, height);
  const made = await review(client, { images: [{ image: bytes.toString('base64'), label: 'Home' }] });
  const [shot] = made.screenshots;
  expect(shot).toMatchObject({ width, height, tile_height: 2000 });
  const tile = (at: number | string) => fetchImage((shot?.url ?? '').replace(/shot$/, `tile-${at}`));
  const strips = await Promise.all([4, 2, 0, 3, 1].map(async (at) => ({ at, ...(await tile(at)) })));
  strips.sort((a, b) => a.at - b.at);
  expect(strips.map(({ status, type }) => [status, type])).toEqual(Array(5).fill([200, 'image/png']));
  const pixels = await Promise.all(strips.map((strip) => pixelsOf(strip.bytes)));
  expect(pixels.map((each) => each.length / (width * 3))).toEqual([2000, 2000, 2000, 2000, 1001]);
  expect(Buffer.concat(pixels).equals(await pixelsOf(bytes))).toBe(true);
  for (const at of [5, 99, '01x', '-1']) expect((await tile(at)).status).toBe(404);
  expect(await files()).toEqual(['image.png', ...[0, 1, 2, 3, 4].map((at) => `tile-${at}.png`)]);
  await client.call('delete_review', { id: made.id });
  expect(await files()).toEqual([]);
});

test('a screenshot of usual height has no strips', async () => {
  const [shot] = (await review(client)).screenshots;
  expect(shot?.tile_height).toBeNull();
  expect((await fetchImage((shot?.url ?? '').replace(/shot$/, 'tile-0'))).status).toBe(404);
});

test('requests during the deletion of a review leave no file behind', async () => {
  const bytes = await tall(300, 8_000);
  for (let round = 0; round < 5; round += 1) {
    const made = await review(client, { images: [{ image: bytes.toString('base64') }, await base64()] });
    const urls = made.screenshots.flatMap(({ url, thumbnail_url }) => [thumbnail_url, url.replace(/shot$/, 'tile-0')]);
    const asked = Promise.all(urls.map((url) => fetch(url).then(({ status }) => status)));
    await client.call('delete_review', { id: made.id });
    for (const status of await asked) expect([200, 404]).toContain(status);
    expect(await files()).toEqual([]);
  }
});
