import sharp from 'sharp';
import { expect, test } from 'vitest';
import { base64, mark, nextPass, rejectedReview, review, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';

const service = await startService({ ROLE: 'web' });
const client = await service.newClient();

async function fetchImage(url: string) {
  const answer = await fetch(url);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, bytes };
}
const pixel = async (bytes: Buffer, x: number, y: number) => [
  ...(await sharp(bytes).extract({ left: x, top: y, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
];

test('a screenshot and its thumbnail are served with headers that prevent execution', async () => {
  const made = await review(client, { images: [{ image: await base64('#336699'), label: 'Home' }] });
  const [shot] = made.screenshots;
  for (const url of [shot?.url ?? '', shot?.thumbnail_url ?? '']) {
    const { status, headers, bytes } = await fetchImage(url);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^image\/(png|webp)$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
    expect(headers.get('x-robots-tag')).toContain('noindex');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toContain('immutable');
    const [red = 0, green = 0, blue = 0] = await pixel(bytes, 2, 2);
    for (const [is, wanted] of [
      [red, 0x33],
      [green, 0x66],
      [blue, 0x99],
    ] as const) {
      expect(Math.abs(is - wanted)).toBeLessThan(6);
    }
  }
});

test('text, GPS data and appended bytes of an uploaded image are removed', async () => {
  const secret = 'a name that must not leave';
  const plain = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#fff' } })
    .withExif({ IFD0: { Artist: secret } })
    .png()
    .toBuffer();
  const image = Buffer.concat([plain, Buffer.from(`<script>${secret}</script>`)]);
  const made = await review(client, { images: [image.toString('base64')] });
  const { bytes } = await fetchImage(made.screenshots[0]?.url ?? '');
  expect(plain.includes(secret)).toBe(true);
  expect(bytes.includes(secret)).toBe(false);
});

test('each image has its own address, which contains neither the link nor the id', async () => {
  const made = await review(client, { images: [await base64(), await base64()] });
  const capabilities = made.screenshots.map(({ url }) => /\/p\/([0-9A-Za-z]{27})\/shot$/.exec(url)?.[1]);
  expect(new Set(capabilities).size).toBe(2);
  const secret = made.review_url.split('/r/')[1] ?? '';
  for (const { url, thumbnail_url } of made.screenshots) {
    expect(url + thumbnail_url).not.toContain(secret);
    expect(url + thumbnail_url).not.toContain(made.id);
  }
});

test('other addresses answer 404 without details', async () => {
  const made = await review(client);
  await reviewerOf(made).call('place_mark', mark());
  const url = made.screenshots[0]?.url ?? '';
  const capability = url.split('/').at(-2) ?? '';
  const other = await review(client);
  for (const path of [
    `${service.url}/p/${'0'.repeat(27)}/shot`,
    `${service.url}/p/${capability.slice(0, -1)}/shot`,
    `${service.url}/p/${capability}0/shot`,
    `${service.url}/p/%00/shot`,
    url.replace(/shot$/, 'difference'),
    url.replace(/shot$/, 'original'),
    url.replace(/shot$/, '..%2f..%2fsecret.key'),
    url.replace(/shot$/, 'mark-2'),
    url.replace(/shot$/, 'mark-99999999999'),
    url.replace(/shot$/, 'mark-1-dirty'),
    (other.screenshots[0]?.url ?? '').replace(/shot$/, 'mark-1'),
  ]) {
    const { status, bytes } = await fetchImage(path);
    expect([path, status]).toEqual([path, 404]);
    expect(JSON.parse(bytes.toString())).toMatchObject({ error: 'not_found' });
  }
});

test('the crops of a mark show its surroundings, with and without the mark, before and after', async () => {
  const large = async (colour: string) => {
    const create = { width: 800, height: 600, channels: 3 as const, background: colour };
    return { image: (await sharp({ create }).png().toBuffer()).toString('base64'), label: 'Home' };
  };
  const place = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 };
  const first = await rejectedReview(client, [place], { images: [await large('#ff0000')] });
  const [packet] = first.work_packets.pins;
  const drawn = await fetchImage(packet?.crop_url ?? '');
  const clean = await fetchImage(packet?.clean_crop_url ?? '');
  for (const { headers } of [drawn, clean]) {
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('cache-control')).toContain('no-cache');
  }
  const [withMark, without] = [await sharp(drawn.bytes).metadata(), await sharp(clean.bytes).metadata()];
  expect([withMark.width, withMark.height]).toEqual([without.width, without.height]);
  expect(without.width).toBeGreaterThan(160);
  expect(without.width).toBeLessThan(800);
  const { channels } = await sharp(clean.bytes).stats();
  expect(channels.slice(0, 3).map(({ min, max }) => [min, max])).toEqual([
    [255, 255],
    [0, 0],
    [0, 0],
  ]);
  expect(drawn.bytes.equals(clean.bytes)).toBe(false);

  const second = await nextPass(client, first, { images: [await large('#0000ff')] });
  const pair = second.work_packets.pins[0]?.before_after;
  expect(await pixel((await fetchImage(pair?.before_url ?? '')).bytes, 5, 5)).toEqual([255, 0, 0]);
  expect(await pixel((await fetchImage(pair?.after_url ?? '')).bytes, 5, 5)).toEqual([0, 0, 255]);
  const difference = await fetchImage(second.screenshots[0]?.change?.diff_url ?? '');
  expect((await sharp(difference.bytes).metadata()).width).toBe(800);
});

test('the rows that two passes share are served beside their difference, and nowhere else', async () => {
  const lines = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => {
      const width = 40 + (((from + at) * 37) % 150);
      return `<rect x="${8 + ((from + at) % 5)}" y="${at * 12}" width="${width}" height="6" fill="#123"/>`;
    }).join('');
  const page = async (from: number, count: number) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="${count * 12}"><rect width="100%" height="100%" fill="#fff"/>${lines(from, count)}</svg>`;
    return (await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64');
  };
  const first = await rejectedReview(client, [{}], { images: [await page(5, 40), await page(0, 9)] });
  const second = await nextPass(client, first, { images: [await page(0, 45), await page(0, 9)] });
  const [moved, same] = second.screenshots;
  const rows = await fetchImage(`${moved?.change?.diff_url}-rows`);
  expect(rows.headers.get('content-type')).toMatch(/^application\/json/);
  expect(JSON.parse(rows.bytes.toString())).toMatchObject({ rows: [[0, 60, 480]], blocks: [], hidden: [] });
  for (const url of [same?.url, moved?.url, `${moved?.url.replace(/shot$/, 'base-difference-x')}`]) {
    expect((await fetchImage(`${url}-rows`)).status).toBe(404);
  }
  expect((await fetchImage(`${same?.url.replace(/shot$/, 'difference')}-rows`)).status).toBe(404);
});

test('the crops of a mark reach as far as what is drawn on it', async () => {
  const create = { width: 3000, height: 600, channels: 3 as const, background: '#ff0000' };
  const images = [{ image: (await sharp({ create }).png().toBuffer()).toString('base64'), label: 'Home' }];
  const place = { x: 0.5, y: 0.4, width: 0.1, height: 0.2 };
  const arrow = {
    kind: 'arrow' as const,
    points: [
      { x: -4, y: 0.5 },
      { x: 0, y: 0.5 },
    ],
  };
  const review = await rejectedReview(client, [place, { ...place, strokes: [arrow] }], { images });
  const widths = await Promise.all(
    review.work_packets.pins
      .flatMap(({ crop_url, clean_crop_url }) => [crop_url ?? '', clean_crop_url ?? ''])
      .map(async (url) => (await sharp((await fetchImage(url)).bytes).metadata()).width),
  );
  expect(widths[0]).toBe(widths[1]);
  expect(widths[0]).toBeLessThan(600);
  expect(widths[2]).toBe(widths[3]);
  expect(widths[2]).toBeGreaterThan(1500);
});

test('the crop of a point on the edge is a valid image', async () => {
  const corners = [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ];
  const made = await rejectedReview(
    client,
    corners.map(([x = 0, y = 0]) => ({ kind: 'point' as const, x, y })),
  );
  for (const { crop_url, clean_crop_url } of made.work_packets.pins) {
    for (const url of [crop_url, clean_crop_url]) expect((await fetchImage(url ?? '')).status).toBe(200);
  }
});
