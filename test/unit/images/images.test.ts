import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { ImageRefused, inspectImage, readImage, thumbnail } from '../../../server/adapters/images/index.ts';
import { headerChunk, pngOf } from '../../support/broken-images/png-parts.ts';

/** Returns an image in which every pixel differs from its neighbours: red increases to the right, green downwards. */
function gradient(width = 300, height = 200): Sharp {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1)
      data.set([Math.floor((x / width) * 255), Math.floor((y / height) * 255), 90], (y * width + x) * 3);
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

async function refusal(work: Promise<unknown>): Promise<ImageRefused> {
  const error = await work.then(
    () => new Error('accepted'),
    (reason) => reason,
  );
  if (!(error instanceof ImageRefused)) throw error;
  expect(error.message).toMatch(/^[A-Z].*\.$/);
  expect(error.message).not.toMatch(/vips|spng|libpng|Vips|sharp/);
  return error;
}

describe('readImage', () => {
  it('keeps every pixel of a PNG', async () => {
    const original = await gradient().png().toBuffer();
    const safe = await readImage(original);
    expect(safe).toMatchObject({ width: 300, height: 200, contentType: 'image/png' });
    expect((await sharp(safe.bytes).raw().toBuffer()).equals(await sharp(original).raw().toBuffer())).toBe(true);
  });

  it('returns the same hash for the same pixels in any file, and another for other pixels', async () => {
    const png = await readImage(await gradient().png({ compressionLevel: 1 }).toBuffer());
    const other = await readImage(await gradient().png({ compressionLevel: 9, adaptiveFiltering: true }).toBuffer());
    const webp = await readImage(await gradient().webp({ lossless: true }).toBuffer());
    expect(png.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect([other.sha256, webp.sha256]).toEqual([png.sha256, png.sha256]);
    expect(webp.contentType).toBe('image/png');
    expect((await readImage(png.bytes)).sha256).toBe(png.sha256);
    const turned = await readImage(await gradient().rotate(180).png().toBuffer());
    expect(turned.sha256).not.toBe(png.sha256);
    const white = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: 'white' } })
        .png()
        .toBuffer();
    expect((await readImage(await white(20, 10))).sha256).not.toBe((await readImage(await white(10, 20))).sha256);
  });

  it.each(['srgb', 'p3'])('keeps every pixel of a lossless WebP with the profile %s', async (profile) => {
    const safe = await readImage(await gradient().withIccProfile(profile).webp({ lossless: true }).toBuffer());
    expect(safe.contentType).toBe('image/png');
    expect((await readImage(safe.bytes)).sha256).toBe(safe.sha256);
  });

  it('encodes photographs as WebP', async () => {
    const jpeg = await readImage(await gradient().jpeg().toBuffer());
    expect(jpeg.contentType).toBe('image/webp');
    expect((await sharp(jpeg.bytes).metadata()).format).toBe('webp');
  });

  it('applies the orientation of the camera', async () => {
    for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const sent = await gradient().withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer();
      const safe = await readImage(sent);
      expect([safe.width, safe.height]).toEqual(orientation < 5 ? [300, 200] : [200, 300]);
      expect(await inspectImage(sent)).toMatchObject({ width: safe.width, height: safe.height });
      expect((await sharp(safe.bytes).metadata()).orientation).toBeUndefined();
      const { data, info } = await sharp(safe.bytes).raw().toBuffer({ resolveWithObject: true });
      const [red = 0, green = 0] = data.subarray(0, 2);
      const dark = (value: number) => value < 40;
      // Identifies which corner of the original is now at the top left.
      const corner = `${dark(red) ? 'left' : 'right'} ${dark(green) ? 'top' : 'bottom'}`;
      const expected = [
        'left top',
        'right top',
        'right bottom',
        'left bottom',
        'left top',
        'left bottom',
        'right bottom',
        'right top',
      ];
      expect(corner, `orientation ${orientation}, ${info.width}`).toBe(expected[orientation - 1]);
    }
  });

  it('takes the first image of an animation', async () => {
    const frames = await Promise.all(
      ['red', 'blue'].map((background) =>
        sharp({ create: { width: 40, height: 30, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const animated = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer();
    expect(await readImage(animated)).toMatchObject({ width: 40, height: 30 });
  });

  it('refuses files that are not PNG, JPEG or WebP, and names their type', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
    const cases: [string, Buffer][] = [
      ['an SVG', Buffer.from(svg)],
      ['an SVG', Buffer.from(`<?xml version="1.0"?>\n<!-- x -->\n${svg}`)],
      ['an SVG', Buffer.from(`\ufeff${svg}`)],
      ['a GIF', await gradient(20, 20).gif().toBuffer()],
      ['an AVIF image', await gradient(20, 20).avif({ effort: 0 }).toBuffer()],
      ['a HEIC image', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
      ['a BMP or TIFF image', await gradient(20, 20).tiff().toBuffer()],
      ['a BMP or TIFF image', Buffer.from('BM\x36\0\0\0\0\0\0\0', 'latin1')],
      ['an icon file', Buffer.from('\0\0\x01\0\x01\0\x10\x10', 'latin1')],
      ['a Photoshop file', Buffer.from('8BPS\0\x01\0\0', 'latin1')],
      ['a ZIP', Buffer.from('PK\x03\x04\x14\0', 'latin1')],
      ['a PDF', Buffer.from('%PDF-1.7\n')],
      ['an HTML page', Buffer.from('<!doctype html><p>not found')],
      ['an HTML page', Buffer.from('\n<html><img src="x.png">')],
      ['JSON', Buffer.from('{"error":"gone"}')],
    ];
    for (const [what, bytes] of cases) {
      const { code, message } = await refusal(readImage(bytes));
      expect([code, message], what).toEqual(['format', `This is ${what}. Send a PNG, a JPEG or a WebP.`]);
    }
    expect((await refusal(readImage(Buffer.from('hello')))).message).toBe(
      'It is not an image that can be read. Send a PNG, a JPEG or a WebP.',
    );
    expect((await refusal(readImage(Buffer.alloc(0)))).code).toBe('empty');
  });

  it('refuses images that are cut off at any place or damaged', async () => {
    for (const bytes of [
      await gradient().png().toBuffer(),
      await gradient().jpeg().toBuffer(),
      await gradient().webp().toBuffer(),
    ]) {
      for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
        const cut = bytes.subarray(0, Math.floor(bytes.length * share));
        expect((await refusal(readImage(cut))).code).toBe('broken');
      }
    }
    const png = await gradient().png().toBuffer();
    const mangled = Buffer.from(png);
    mangled.fill(0x55, 60, 90);
    expect((await refusal(readImage(mangled))).code).toBe('broken');
    expect((await refusal(readImage(png.subarray(0, 8)))).code).toBe('broken');
  });

  it('refuses more than 40 million pixels by the header, before anything is unpacked', async () => {
    const header = headerChunk({
      width: 8_000,
      height: 5_001,
      depth: 1,
      colour: 0,
      compression: 0,
      filter: 0,
      interlace: 0,
    });
    const pixels = deflateSync(Buffer.alloc(2_002_000));
    const bomb = pngOf([header, { type: 'IDAT', data: pixels }, { type: 'IEND', data: Buffer.alloc(0) }]);
    expect(await refusal(readImage(bomb))).toMatchObject({
      code: 'too_many_pixels',
      message: 'The image is 8000 × 5001; the most is 40 million pixels.',
    });
  });
});

describe('thumbnail', () => {
  it.each([
    [1440, 900, 400, 250],
    [1440, 9000, 400, 1200],
    [200, 100, 200, 100],
    [200, 5000, 200, 1200],
    [3000, 3, 400, 1],
  ])('of %i × %i is %i × %i', async (width, height, expectedWidth, expectedHeight) => {
    const image = await sharp({ create: { width, height, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const meta = await sharp(await thumbnail(image)).metadata();
    expect([meta.format, meta.width, meta.height]).toEqual(['webp', expectedWidth, expectedHeight]);
  });

  it('shows the top of a long image', async () => {
    const top = await sharp({ create: { width: 400, height: 1200, channels: 3, background: 'lime' } })
      .png()
      .toBuffer();
    const long = await sharp({ create: { width: 400, height: 6000, channels: 3, background: 'red' } })
      .composite([{ input: top, left: 0, top: 0 }])
      .png()
      .toBuffer();
    const { channels } = await sharp(await thumbnail(long)).stats();
    expect(channels[0]?.mean).toBeLessThan(2);
    expect(channels[1]?.mean).toBeGreaterThan(253);
  });
});
