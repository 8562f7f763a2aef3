import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readImage } from '../../../server/adapters/images/read-image.ts';
import { pixelHash, readPng, writePng } from '../../../server/capture/png.ts';

const noise = (width: number, height: number, channels: 3 | 4) => {
  const data = Buffer.alloc(width * height * channels);
  for (let at = 0, state = 1; at < data.length; at += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    data[at] = at % 7 === 0 ? state : at % 256;
  }
  return sharp(data, { raw: { width, height, channels } });
};

describe('a plain PNG', () => {
  test.each([
    ['RGB, every filter', () => noise(61, 40, 3).png({ adaptiveFiltering: true })],
    ['RGB, no filter', () => noise(61, 40, 3).png()],
    ['RGBA', () => noise(33, 20, 4).png({ adaptiveFiltering: true })],
    ['grey', () => noise(33, 20, 3).toColourspace('b-w').png()],
    ['one colour', () => sharp({ create: { width: 64, height: 40, channels: 3, background: 'red' } }).png()],
  ])('of %s has the hash that the service computes, also after it is encoded again', async (_, make) => {
    const file = await make().toBuffer();
    const pixels = readPng(file);
    if (pixels === null) throw new Error('It was not read.');
    const { sha256 } = await readImage(file);
    expect(pixelHash(pixels)).toBe(sha256);
    expect((await readImage(await writePng(pixels))).sha256).toBe(sha256);
  });
});

test('files that are not plain PNGs are left to the service, whatever is wrong with them', async () => {
  const file = await noise(20, 20, 3).png().toBuffer();
  const others = [
    await noise(20, 20, 3).png({ palette: true }).toBuffer(),
    await noise(20, 20, 3).png({ progressive: true }).toBuffer(),
    await noise(20, 20, 3).toColourspace('rgb16').png().toBuffer(),
    await noise(20, 20, 3).withIccProfile('p3').png().toBuffer(),
    await noise(20, 20, 3).jpeg().toBuffer(),
    Buffer.alloc(0),
    Buffer.concat([Buffer.from([0x88]), file.subarray(1)]),
    file.subarray(0, 40),
    file.subarray(0, file.length - 30),
    Buffer.from('<svg/>'),
    await writePng({ width: 0, height: 20, channels: 3, data: Buffer.alloc(0) }),
  ];
  // A header that promises more pixels than the file holds, and one that promises more than anybody allows.
  for (const width of [21, 4_000_000_000]) {
    const lying = Buffer.from(file);
    lying.writeUInt32BE(width, 16);
    others.push(lying);
  }
  expect(others.map((other) => readPng(other))).toEqual(others.map(() => null));
  let read = 0;
  for (let at = 0; at < file.length; at += 1) {
    const broken = Buffer.from(file);
    broken[at] = (broken[at] ?? 0) ^ 0xff;
    if (readPng(broken) !== null) read += 1;
  }
  console.log(`${file.length} PNGs with one byte turned: none breaks the reader, ${read} still read`);
  expect(read).toBeLessThan(file.length);
});
