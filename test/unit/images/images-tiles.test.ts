import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ImageRefused, tiles } from '../../../server/adapters/images/index.ts';

/** An image whose rows have different shades, so that a misplaced strip is noticed. */
function rows(width: number, height: number) {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) data.fill((y * 7) % 256, y * width * 3, (y + 1) * width * 3);
  return { data, image: sharp(data, { raw: { width, height, channels: 3 } }) };
}

test.each([
  [1_000, 400, [400, 400, 200]],
  [800, 400, [400, 400]],
  [399, 400, [399]],
  [401, 400, [400, 1]],
])('%i rows in strips of %i', async (height, strip, expected) => {
  const { data, image } = rows(50, height);
  const cut = await tiles(await image.png().toBuffer(), strip);
  const read = await Promise.all(
    cut.map(({ bytes }) => sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  expect(read.map(({ info }) => [info.width, info.height])).toEqual(expected.map((each) => [50, each]));
  expect(cut.every(({ contentType }) => contentType === 'image/png')).toBe(true);
  expect(Buffer.concat(read.map((tile) => tile.data)).equals(data)).toBe(true);
});

test('strips of a WebP are WebP; those of a transparent or palette PNG keep their pixels', async () => {
  const webp = await tiles(await rows(60, 500).image.webp({ quality: 92 }).toBuffer(), 200);
  expect(webp.map(({ contentType }) => contentType)).toEqual(['image/webp', 'image/webp', 'image/webp']);
  expect((await sharp(webp[2]?.bytes).metadata()).height).toBe(100);
  const glass = sharp({ create: { width: 30, height: 90, channels: 4, background: { r: 9, g: 8, b: 7, alpha: 0.5 } } });
  for (const sent of [await glass.png().toBuffer(), await rows(30, 90).image.png({ palette: true }).toBuffer()]) {
    const raw = (bytes: Buffer): Promise<Buffer> => sharp(bytes).ensureAlpha().raw().toBuffer();
    const cut = await tiles(sent, 40);
    const together = Buffer.concat(await Promise.all(cut.map(({ bytes }) => raw(bytes))));
    expect(together.equals(await raw(sent))).toBe(true);
  }
});

test('a damaged image is refused, and the next one is cut', async () => {
  const whole = await rows(50, 300).image.png().toBuffer();
  const [broken, good] = await Promise.allSettled([tiles(whole.subarray(0, 150), 100), tiles(whole, 100)]);
  expect(broken.status === 'rejected' && broken.reason).toBeInstanceOf(ImageRefused);
  expect(good.status === 'fulfilled' && good.value.length).toBe(3);
});

test('several images at once are cut one after another', async () => {
  const whole = await rows(50, 300).image.png().toBuffer();
  const cut = await Promise.all(Array.from({ length: 12 }, () => tiles(whole, 100)));
  expect(cut.map((each) => each.length)).toEqual(new Array(12).fill(3));
});
