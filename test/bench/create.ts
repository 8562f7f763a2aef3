import sharp from 'sharp';
import { compareLoads, type Result } from './support/measure.ts';
import { seedWorkspace } from './support/seed.ts';
import type { World } from './support/world.ts';

const WIDTH = 1440;
const HEIGHT = 1200;
const DATA_URL_LENGTH = 500_000;

/** A picture like a page: plain areas, lines of text, and one photograph of as many rows as the size wants. */
async function pageLike(photoRows: number): Promise<Buffer> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3, 0xfa);
  let seed = 1;
  const random = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const at = (y * WIDTH + x) * 3;
      if (y < photoRows) {
        for (let c = 0; c < 3; c += 1) pixels[at + c] = 60 + (x >> 4) + (y >> 3) + Math.floor(random() * 24);
      } else if (y % 24 < 12 && x > 200 && x < 1200 && random() < 0.3) pixels.fill(0x33, at, at + 3);
    }
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png()
    .toBuffer();
}

async function dataUrl(): Promise<string> {
  let rows = 100;
  let url = '';
  for (let step = 64; step >= 1; step /= 2) {
    url = `data:image/png;base64,${(await pageLike(rows)).toString('base64')}`;
    rows = Math.max(0, rows + (url.length < DATA_URL_LENGTH ? step : -step));
  }
  return url;
}

/** Creating a review of one 500 KB data URL, against decoding and keeping it. */
export async function benchCreate(world: World): Promise<Result[]> {
  const workspace = await seedWorkspace(world, 200);
  const body = JSON.stringify({ title: 'A page with a photograph', images: [await dataUrl()] });
  const post = (url: string) => [
    { url, method: 'POST' as const, headers: { 'content-type': 'application/json' }, body },
  ];
  const common = { connections: 4, seconds: 3, expected: 201 };
  const ours = { ...common, requests: post(`${world.service}/api/reviews`), bearers: workspace.bearers };
  const bare = (query: string) => ({ ...common, requests: post(`${world.bare}/create${query}`), bearers: [] });
  const bytesOnly = await compareLoads('create, 500 KB data URL', 0.6, { ours, baseline: bare('') }, 3);
  const pixelsToo = await compareLoads(
    'create, the baseline decoding pixels too',
    0.6,
    { ours, baseline: bare('?pixels') },
    3,
  );
  const note =
    'before it answers, the service decodes the picture, hashes its pixels, checks what else the file holds and flushes a file; the baseline flushes one as well and, on the second line, decodes.';
  return [bytesOnly, { ...pixelsToo, note }];
}
