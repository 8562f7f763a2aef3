import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { pixelsOf } from '../../../server/adapters/images/index.ts';
import { createTextReader } from '../../../server/checklist/text-recognition/create-text-reader.ts';

// `test/wide/api/adapters/text-reader.test.ts` tests real pages, hangs and crashes.

const reader = createTextReader();
afterAll(() => reader.close());

test('text in an image is read at its place and at about its size', async () => {
  const words = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="120"><rect width="400" height="120" fill="#fff"/>
    <text x="60" y="70" font-family="sans-serif" font-size="32" fill="#334">Opening hours</text></svg>`;
  const { texts: facts } = await reader.read(await pixelsOf(await sharp(Buffer.from(words)).png().toBuffer()), 400_000);
  expect(facts.map(({ text }) => text)).toEqual(['Opening hours']);
  const [fact] = facts;
  expect(Math.abs((fact?.box.x ?? 0) - 60)).toBeLessThan(6);
  expect(Math.abs((fact?.box.y ?? 0) + (fact?.box.height ?? 0) - 76)).toBeLessThan(12);
  expect(Math.abs((fact?.size ?? 0) - 32)).toBeLessThan(8);
});
