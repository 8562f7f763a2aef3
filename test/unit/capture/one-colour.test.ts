import sharp from 'sharp';
import { expect, test } from 'vitest';
import { isOneColour } from '../../../server/capture/png-pixels.ts';

/** Encodes an image as the browser does, with a dot at some place. */
async function image(dot: { left: number; top: number } | null, adaptiveFiltering = true): Promise<Buffer> {
  const base = sharp({ create: { width: 40, height: 30, channels: 3, background: '#3377aa' } });
  const input = { raw: { width: 1, height: 1, channels: 3 as const } };
  const dots = dot === null ? [] : [{ input: Buffer.from([0x33, 0x77, 0xab]), ...input, ...dot }];
  return base.composite(dots).png({ adaptiveFiltering }).toBuffer();
}

test.each([true, false])('an image of one colour, filters chosen by row: %s', async (adaptive) => {
  expect(isOneColour(await image(null, adaptive))).toBe(true);
});

test.each([
  { left: 0, top: 0 },
  { left: 39, top: 0 },
  { left: 0, top: 1 },
  { left: 20, top: 15 },
  { left: 39, top: 29 },
])('an image with one other pixel: %j', async (dot) => {
  expect(isOneColour(await image(dot))).toBe(false);
  expect(isOneColour(await image(dot, false))).toBe(false);
});
