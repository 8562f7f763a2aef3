import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { ImageRefused, inspectImage, readImage, thumbnail } from '../../../server/adapters/images/index.ts';
import { type Chunk, chunksOf, headerChunk, pngOf } from '../../support/broken-images/png-parts.ts';

const red = '#ff0000';
const flat = (width: number, height: number, background = red): Sharp =>
  sharp({ create: { width, height, channels: 3, background } });
const pixel = async (bytes: Buffer, x = 0, y = 0): Promise<number[]> => [
  ...(await sharp(bytes).extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer()),
];
/** Returns the difference of two colours in the channel that differs most. */
const apart = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...b.map((value, at) => Math.abs(value - (a[at] ?? 0))));

function afterHeader(png: Buffer, ...more: Chunk[]): Buffer {
  const [header, ...rest] = chunksOf(png);
  return pngOf([...(header === undefined ? [] : [header]), ...more, ...rest]);
}

test.each<[string, () => Promise<Buffer>, [number, number]]>([
  ['16 bits a sample', () => flat(30, 20).toColourspace('rgb16').png().toBuffer(), [30, 20]],
  ['a palette', () => flat(30, 20).png({ palette: true }).toBuffer(), [30, 20]],
  ['interlaced', () => flat(30, 20).png({ progressive: true }).toBuffer(), [30, 20]],
  ['a single pixel', () => flat(1, 1).png().toBuffer(), [1, 1]],
  ['a very tall PNG', () => flat(20, 40_000).png().toBuffer(), [20, 40_000]],
  ['a very wide JPEG', () => flat(20_000, 8).jpeg({ quality: 100 }).toBuffer(), [20_000, 8]],
  ['a progressive JPEG', () => flat(30, 20).jpeg({ quality: 100, progressive: true }).toBuffer(), [30, 20]],
  ['a CMYK JPEG', () => flat(30, 20).toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer(), [30, 20]],
  ['a lossless WebP', () => flat(30, 20).webp({ lossless: true }).toBuffer(), [30, 20]],
  ['a wide gamut', () => flat(30, 20).withIccProfile('p3').png().toBuffer(), [30, 20]],
])('%s keeps its appearance', async (what, make, size) => {
  const safe = await readImage(await make());
  expect([safe.width, safe.height]).toEqual(size);
  const colour = await pixel(safe.bytes);
  // CMYK cannot show this red; its nearest colour is a little darker.
  expect(apart(colour, [255, 0, 0])).toBeLessThan(what.includes('CMYK') ? 45 : 12);
  const { hasProfile, exif, xmp, isProgressive } = await sharp(safe.bytes).metadata();
  expect([hasProfile, exif, xmp, isProgressive]).toEqual([false, undefined, undefined, false]);
});

test('the colours of a profile are converted to sRGB', async () => {
  const wide = await flat(8, 8, '#20c040').withIccProfile('p3').png().toBuffer();
  const raw = await sharp(wide, { ignoreIcc: true }).raw().toBuffer();
  expect(apart([...raw.subarray(0, 3)], [0x20, 0xc0, 0x40])).toBeGreaterThan(10);
  expect(apart(await pixel((await readImage(wide)).bytes), [0x20, 0xc0, 0x40])).toBeLessThan(4);
});

test('removes locations, names and embedded files: EXIF, XMP, HTML, ZIP', async () => {
  const secret = 'GPS-51.5007';
  const exif = { IFD0: { Artist: secret }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 2/1' } };
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`;
  const tail = Buffer.from(`<!doctype html><script>${secret}</script>PK\x05\x06${secret}`);
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const plain = await flat(40, 30).withExif(exif).withXmp(xmp).toFormat(format).toBuffer();
    const sent = Buffer.concat([plain, tail]);
    expect(plain.includes(secret)).toBe(true);
    for (const hasty of [false, true]) {
      const { bytes } = await readImage(sent, { hasty });
      expect(bytes.includes(secret), format).toBe(false);
      expect(bytes.includes('GPS'), format).toBe(false);
      expect(bytes.includes('<script>'), format).toBe(false);
    }
  }
});

test('an animated PNG becomes its first image', async () => {
  const still = await flat(20, 10).png().toBuffer();
  const control = Buffer.alloc(8);
  control.writeUInt32BE(2, 0);
  const frame = Buffer.alloc(26);
  frame.writeUInt32BE(1, 0);
  frame.writeUInt32BE(20, 4);
  frame.writeUInt32BE(10, 8);
  const blue = await flat(20, 10, '#0000ff').png().toBuffer();
  const next = chunksOf(blue).find(({ type }) => type === 'IDAT')?.data ?? Buffer.alloc(0);
  const number = Buffer.from([0, 0, 0, 2]);
  const chunks = chunksOf(still);
  const animated = pngOf([
    ...chunks.slice(0, 1),
    { type: 'acTL', data: control },
    ...chunks.slice(1, -1),
    { type: 'fcTL', data: frame },
    { type: 'fdAT', data: Buffer.concat([number, next]) },
    ...chunks.slice(-1),
  ]);
  const safe = await readImage(animated);
  expect([safe.width, safe.height, await pixel(safe.bytes)]).toEqual([20, 10, [255, 0, 0]]);
  expect(safe.bytes.includes('fdAT')).toBe(false);
  expect(safe.sha256).toBe((await readImage(still)).sha256);
});

test('half transparent stays half transparent', async () => {
  const glass = sharp({
    create: { width: 9, height: 9, channels: 4, background: { r: 10, g: 20, b: 30, alpha: 0.5 } },
  });
  for (const sent of [await glass.png().toBuffer(), await glass.webp({ lossless: true }).toBuffer()]) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = await pixel((await readImage(sent)).bytes);
    expect([red, green, blue]).toEqual([10, 20, 30]);
    expect(Math.abs(alpha - 128)).toBeLessThan(2);
  }
});

test('decompression bombs of each kind are refused by their header, without allocating their memory', async () => {
  const rows = deflateSync(Buffer.alloc(20_000_000));
  const header = { width: 60_000, height: 60_000, depth: 8, colour: 6, compression: 0, filter: 0, interlace: 0 };
  const idat = { type: 'IDAT', data: rows };
  const jpeg = await flat(16, 16).jpeg().toBuffer();
  const sized = (side: number): Buffer => {
    const copy = Buffer.from(jpeg);
    const frame = copy.indexOf(Buffer.from([0xff, 0xc0]));
    copy.writeUInt16BE(side, frame + 5);
    copy.writeUInt16BE(side, frame + 7);
    return copy;
  };
  const canvas = await sharp([await flat(9, 9).png().toBuffer(), await flat(9, 9, '#00f').png().toBuffer()], {
    join: { animated: true },
  })
    .webp()
    .toBuffer();
  canvas.writeUIntLE(16_000, canvas.indexOf('VP8X') + 12, 3);
  canvas.writeUIntLE(16_000, canvas.indexOf('VP8X') + 15, 3);
  const bombs: [string, Buffer][] = [
    ['PNG', pngOf([headerChunk(header), idat, { type: 'IEND', data: Buffer.alloc(0) }])],
    ['PNG, interlaced', pngOf([headerChunk({ ...header, interlace: 1 }), idat])],
    ['PNG, 16 bits', pngOf([headerChunk({ ...header, depth: 16 }), idat])],
    ['PNG of one column', await flat(1, 100_001).png().toBuffer()],
    ['JPEG', sized(65_000)],
    ['JPEG of mostly nothing', sized(6_000)],
    ['WebP', canvas],
  ];
  const before = process.resourceUsage().maxRSS;
  for (const [what, bytes] of bombs) {
    const refused = await readImage(bytes).catch((error: unknown) => error);
    expect(refused, what).toBeInstanceOf(ImageRefused);
  }
  const grown = Math.round((process.resourceUsage().maxRSS - before) / 1_000);
  console.log(`${bombs.length} bombs of up to 4,225 million pixels: ${grown} MB more at most than before`);
  // The largest would need 17 GB.
  expect(grown).toBeLessThan(100);
  await expect(inspectImage(sized(6_000))).rejects.toMatchObject({ code: 'broken', message: /6000 × 6000/ });
});

test('a plain JPEG, however large and flat, is not refused as a bomb', async () => {
  const white = await flat(6_000, 6_000, '#fff').jpeg({ mozjpeg: true, quality: 5 }).toBuffer();
  expect(await inspectImage(white)).toMatchObject({ width: 6_000, height: 6_000 });
});

test('texts and profiles that unpack to a large size do not prevent reading an image', async () => {
  const plain = await flat(20, 20).png().toBuffer();
  const much = Buffer.concat([Buffer.from('a\0\0', 'latin1'), deflateSync(Buffer.alloc(100_000_000, 'a'))]);
  const before = process.resourceUsage().maxRSS;
  for (const type of ['zTXt', 'iCCP']) {
    const safe = await readImage(afterHeader(plain, { type, data: much }));
    expect([safe.width, safe.height, await pixel(safe.bytes)], type).toEqual([20, 20, [255, 0, 0]]);
    expect(safe.bytes.length, type).toBeLessThan(1_000);
  }
  expect((process.resourceUsage().maxRSS - before) / 1_000).toBeLessThan(100);
});

test('a poorly compressed file is re-encoded losslessly, unless that makes it larger', async () => {
  const page = sharp({ create: { width: 600, height: 900, channels: 3, background: '#fff' } }).composite([
    { input: await flat(300, 200, '#258').png().toBuffer(), left: 40, top: 60 },
  ]);
  const sent = await page.png({ compressionLevel: 0 }).toBuffer();
  const [kept, anew] = [await readImage(sent), await readImage(sent, { hasty: true })];
  expect(anew.bytes.length).toBeLessThan(kept.bytes.length / 10);
  expect([anew.sha256, anew.contentType]).toEqual([kept.sha256, 'image/png']);
  const raw = (bytes: Buffer): Promise<Buffer> => sharp(bytes).removeAlpha().raw().toBuffer();
  expect((await raw(anew.bytes)).equals(await raw(sent))).toBe(true);
  const slope = Buffer.alloc(300 * 300 * 3);
  for (let at = 0; at < slope.length; at += 1) slope[at] = (Math.floor(at / 3) % 300) + Math.floor(at / 900) + at;
  const filtered = await sharp(slope, { raw: { width: 300, height: 300, channels: 3 } })
    .png({ adaptiveFiltering: true, compressionLevel: 9 })
    .toBuffer();
  const best = await readImage(filtered, { hasty: true });
  expect(best.bytes.length).toBeLessThanOrEqual(filtered.length);
  expect(best.sha256).toBe((await readImage(filtered)).sha256);
});

test('images with a profile and half-transparent images get a thumbnail', async () => {
  for (const sent of [
    await flat(900, 700).withIccProfile('p3').png().toBuffer(),
    await sharp({ create: { width: 900, height: 700, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer(),
  ]) {
    const { bytes } = await readImage(sent);
    expect(await sharp(await thumbnail(bytes)).metadata()).toMatchObject({ width: 400, height: 311 });
  }
});
