import sharp from 'sharp';
import { createWholeRandom } from '../../support/random.ts';

export const WIDTH = 1440;

/** Draws rows like a page’s: lines of repeated letters, plain boxes, and occasionally an image of many colours. */
export function rowsOf(seed: number, height: number, paper = 250): Buffer {
  const random = createWholeRandom(seed);
  const pixels = Buffer.alloc(WIDTH * height * 3, paper);
  const letters = Array.from({ length: 40 }, () =>
    Array.from({ length: 70 }, () => (random(3) === 0 ? random(140) : paper)),
  );
  const photo = (top: number, rows: number): void => {
    for (let y = top; y < top + rows; y += 1) {
      for (let x = 120; x < 560; x += 1) {
        const at = (y * WIDTH + x) * 3;
        pixels.set([40 + (x >> 2), 90 + ((y - top) >> 1), 120 + ((x + y) % 16)], at);
      }
    }
  };
  for (let y = 20; y + 220 < height; ) {
    if (random(12) === 0) {
      photo(y, 200);
      y += 220;
      continue;
    }
    for (let x = 120; x < 700 + random(600); x += 8 + (random(6) === 0 ? 6 : 0)) {
      const letter = letters[random(letters.length)] ?? [];
      for (const [dot, value] of letter.entries()) {
        pixels.fill(
          value,
          ((y + Math.floor(dot / 7)) * WIDTH + x + (dot % 7)) * 3,
          ((y + Math.floor(dot / 7)) * WIDTH + x + (dot % 7)) * 3 + 3,
        );
      }
    }
    y += 24;
  }
  return pixels;
}

export const png = (pixels: Buffer): Promise<Buffer> =>
  sharp(pixels, { raw: { width: WIDTH, height: pixels.length / 3 / WIDTH, channels: 3 } })
    .png()
    .toBuffer();

export function withBox(pixels: Buffer): Buffer {
  const changed = Buffer.from(pixels);
  for (let y = 1_500; y < 1_560; y += 1) changed.fill(0x40, (y * WIDTH + 300) * 3, (y * WIDTH + 520) * 3);
  return changed;
}

/** Inserts 300 rows at row 1,000. */
export function withBlock(pixels: Buffer): Buffer {
  const at = 1_000 * WIDTH * 3;
  return Buffer.concat([pixels.subarray(0, at), rowsOf(2, 300, 235), pixels.subarray(at)]);
}
