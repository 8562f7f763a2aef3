import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readImage } from '../../../server/adapters/images/index.ts';
import { chunkBytes } from '../../support/broken-images/png-parts.ts';

const HEADER_END = 33;
const SECRET = 'what was cut away';

const image = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#4477aa' } })
  .png()
  .toBuffer();

const afterHeader = (...more: Buffer[]): Buffer =>
  Buffer.concat([image.subarray(0, HEADER_END), ...more, image.subarray(HEADER_END)]);
const pixelsOf = (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer();

const end = image.length - 12;
test.each([
  ['texts', afterHeader(chunkBytes({ type: 'tEXt', data: Buffer.from(`Comment\0${SECRET}`) }))],
  ['bytes after the end', Buffer.concat([image, Buffer.from(SECRET)])],
  [
    'bytes behind the pixels, inside their chunk',
    Buffer.concat([
      image.subarray(0, end),
      chunkBytes({ type: 'IDAT', data: Buffer.from(SECRET) }),
      image.subarray(end),
    ]),
  ],
  ['chunks nobody knows', afterHeader(chunkBytes({ type: 'hiDn', data: Buffer.from(SECRET) }))],
])('%s of a PNG are removed', async (_, sent) => {
  expect(sent.includes(SECRET)).toBe(true);
  const { bytes, contentType } = await readImage(sent);
  expect(contentType).toBe('image/png');
  expect(bytes.includes(SECRET)).toBe(false);
  expect(await pixelsOf(bytes)).toEqual(await pixelsOf(image));
});

test('a plain PNG keeps its compressed pixels unchanged', async () => {
  const data = image.subarray(image.indexOf('IDAT'), end);
  expect((await readImage(image)).bytes.includes(data)).toBe(true);
});
