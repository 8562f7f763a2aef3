import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ImageRefused, show } from '../../../server/adapters/images/index.ts';
import { type LabelPlace, placeLabels } from '../../../server/adapters/images/label-places.ts';
import { partsOf } from '../../../server/domain/image/parts.ts';
import type { MarkShape } from '../../../server/domain/port-types.ts';
import { png } from '../../support/factories.ts';
import { createRandom } from '../../support/random.ts';

const RED = [0xcf, 0x0a, 0x1e] as const;

/** Returns how many pixels of the image have about this colour. */
async function countOf(bytes: Buffer, colour: readonly number[]): Promise<number> {
  const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += 3) {
    const isIt = colour.every((value, channel) => Math.abs((data[at + channel] ?? 0) - value) < 12);
    if (isIt) count += 1;
  }
  return count;
}

const mark = (number: number, x: number, y: number, width = 0, height = 0): MarkShape => ({
  number,
  box: { x, y, width, height },
  lines: [],
  kind: 'must_fix',
});

test('marks have the same size in the delivered image, however large the original is', async () => {
  const counts: number[] = [];
  for (const width of [700, 1400, 2800, 5600]) {
    const height = width / 2;
    const bytes = await png('#ffffff', width, height);
    const part = { x: 0, y: 0, width, height };
    const shown = await show(bytes, part, [mark(17, width / 2, height / 2)], 500_000);
    expect(Math.max(shown.width, shown.height)).toBeLessThanOrEqual(1568);
    expect(shown.scale).toBeCloseTo(shown.width / width, 5);
    counts.push(await countOf(shown.bytes, RED));
  }
  const [most, least] = [Math.max(...counts), Math.min(...counts)];
  expect(least).toBeGreaterThan(400);
  expect(most - least).toBeLessThan(60);
});

test('an image that is too small for numbers is enlarged pixel by pixel', async () => {
  const shown = await show(await png('#102030', 60, 40), { x: 0, y: 0, width: 60, height: 40 }, [], 500_000);
  expect(shown).toMatchObject({ width: 480, height: 320, scale: 8, contentType: 'image/png' });
});

test('transparent images are drawn on white; grey and 16-bit images are handled like others', async () => {
  const clear = await sharp({
    create: { width: 400, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  const area = { x: 0, y: 0, width: 400, height: 300 };
  const shown = await show(clear, area, [mark(1, 200, 150)], 500_000);
  expect(await countOf(shown.bytes, [255, 255, 255])).toBeGreaterThan(100_000);
  const grey = await sharp(clear).flatten({ background: '#888' }).greyscale().toColourspace('grey16').png().toBuffer();
  const other = await show(grey, area, [mark(1, 200, 150)], 500_000);
  expect(await countOf(other.bytes, RED)).toBeGreaterThan(300);
});

test('an image that does not compress is scaled down until it fits', async () => {
  const sizes: string[] = [];
  for (const [width, height] of [
    [1000, 800],
    [500, 1700],
    [300, 200],
  ] as const) {
    const bytes = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();
    for (const maxBytes of [500_000, 60_000]) {
      const shown = await show(bytes, { x: 0, y: 0, width, height }, [mark(3, 50, 50, 100, 80)], maxBytes);
      expect(shown.bytes.length).toBeLessThanOrEqual(maxBytes);
      expect((await sharp(shown.bytes).metadata()).width).toBe(shown.width);
      sizes.push(`${width}×${height} → ${shown.width}×${shown.height} ${Math.round(shown.bytes.length / 1000)} KB`);
    }
  }
  console.log(`noise within its bounds: ${sizes.join(', ')}`);
});

test('refuses what is not an image without an internal error', async () => {
  const area = { x: 0, y: 0, width: 10, height: 10 };
  await expect(show(Buffer.from('nothing'), area, [], 1000)).rejects.toBeInstanceOf(ImageRefused);
});

const overlaps = (a: LabelPlace, b: LabelPlace): boolean =>
  Math.abs(a.x - b.x) < (a.width + b.width) / 2 - 0.5 && Math.abs(a.y - b.y) < (a.height + b.height) / 2 - 0.5;

test('labels stay on the image, do not overlap, and are connected to their marks', () => {
  let labels = 0;
  let together = 0;
  for (let layout = 0; layout < 300; layout += 1) {
    const random = createRandom(layout);
    const size = { width: 400 + Math.floor(random() * 1100), height: 300 + Math.floor(random() * 1200) };
    // Every third layout has all its marks within a hundred pixels.
    const crowd = layout % 3 === 0 ? 100 : Number.POSITIVE_INFINITY;
    const marks = Array.from({ length: 1 + Math.floor(random() * 25) }, () => {
      const isPoint = random() < 0.5;
      const x = random() * Math.min(size.width, crowd);
      const y = random() * Math.min(size.height, crowd);
      const box = { x, y, width: isPoint ? 0 : random() * 300, height: isPoint ? 0 : random() * 300 };
      return { box, width: 26 + Math.floor(random() * 2) * 10, height: 26 };
    });
    const places = placeLabels(size, marks);
    expect(places).toHaveLength(marks.length);
    for (const [at, place] of places.entries()) {
      labels += 1;
      expect(place.x - place.width / 2).toBeGreaterThanOrEqual(0);
      expect(place.y - place.height / 2).toBeGreaterThanOrEqual(0);
      expect(place.x + place.width / 2).toBeLessThanOrEqual(size.width);
      expect(place.y + place.height / 2).toBeLessThanOrEqual(size.height);
      if (places.slice(0, at).some((other) => overlaps(place, other))) together += 1;
    }
  }
  console.log(`${labels} labels in 300 layouts: ${together} over another`);
  expect(together).toBe(0);
});

test('parts cover every row, overlap a little, and stay legible', () => {
  let parts = 0;
  for (const width of [1, 60, 320, 390, 780, 1280, 1440, 2560, 4000]) {
    for (const height of [1, 40, 900, 1567, 1568, 1900, 2400, 4001, 12_345, 99_999]) {
      const cut = partsOf({ x: 3, y: 7, width, height });
      parts += cut.length;
      expect(cut[0]?.y).toBe(7);
      expect((cut.at(-1)?.y ?? 0) + (cut.at(-1)?.height ?? 0)).toBe(7 + height);
      for (const [at, part] of cut.entries()) {
        expect(part).toMatchObject({ x: 3, width });
        const before = cut[at - 1];
        if (before !== undefined) expect(part.y).toBeLessThan(before.y + before.height);
        const scale = Math.min(1, 1568 / Math.max(part.width, part.height));
        // Never much smaller than when only the width has to fit.
        expect(scale).toBeGreaterThanOrEqual(Math.min(1, 1568 / width) * 0.54);
      }
    }
  }
  console.log(`90 sizes: ${parts} parts`);
});
