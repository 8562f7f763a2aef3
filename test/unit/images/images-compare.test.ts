import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cropArea } from '../../../server/adapters/images/crop-area.ts';
import { compare, crop, findBoxes } from '../../../server/adapters/images/index.ts';
import type { PixelBox, PixelLine } from '../../../server/domain/port-types.ts';

async function canvas(
  width: number,
  height: number,
  spots: readonly { left: number; top: number; width: number; height: number; colour: string }[] = [],
): Promise<Buffer> {
  const layers = await Promise.all(
    spots.map(async ({ left, top, colour, ...size }) => ({
      input: await sharp({ create: { ...size, channels: 3, background: colour } })
        .png()
        .toBuffer(),
      left,
      top,
    })),
  );
  return sharp({ create: { width, height, channels: 3, background: '#808080' } })
    .composite(layers)
    .png()
    .toBuffer();
}

async function reader(bytes: Buffer | null) {
  if (bytes === null) throw new Error('no image');
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
  return { at, width: info.width, height: info.height };
}

const magenta = [255, 0, 255];
const fadedGrey = [224, 224, 224];

describe('compare', () => {
  it('finds the same image identical, also in another file', async () => {
    const plain = await canvas(300, 200);
    const again = await sharp(plain).webp({ lossless: true }).toBuffer();
    const nothing = { kind: 'identical', share: 0, diff: null, areas: [], map: null };
    expect(await compare(plain, again)).toEqual(nothing);
  });

  it('ignores differences that nobody sees, and only those', async () => {
    const before = await canvas(100, 100);
    const nearly = await canvas(100, 100, [{ left: 0, top: 0, width: 50, height: 50, colour: '#838383' }]);
    const lighter = await canvas(100, 100, [{ left: 0, top: 0, width: 50, height: 50, colour: '#8a8a8a' }]);
    expect((await compare(before, nearly)).kind).toBe('identical');
    expect(await compare(before, lighter)).toMatchObject({ kind: 'changed', share: 0.25 });
  });

  it('finds a slight change of a plain colour, but not of single pixels', async () => {
    const before = await canvas(96, 96);
    const [area, spot] = [64, 8].map((side) => ({ left: 16, top: 16, width: side, height: side, colour: '#858585' }));
    const found = await compare(before, await canvas(96, 96, area && [area]));
    expect(found).toMatchObject({ kind: 'changed', share: 64 ** 2 / 96 ** 2, areas: [{ x: 16, y: 16, width: 64 }] });
    expect((await compare(before, await canvas(96, 96, spot && [spot]))).kind).toBe('identical');
  });

  it('tells white from a transparent ground', async () => {
    const icon = (x: number) =>
      sharp(Buffer.from(`<svg width="200" height="64"><path d="M${x} 16h32v32h-32z" fill="#fff"/></svg>`));
    const [before, after] = [await icon(16).png().toBuffer(), await icon(112).png().toBuffer()];
    const { kind, areas } = await compare(before, after);
    expect([kind, areas.map(({ x, width }) => [x, width])]).toEqual([
      'changed',
      [
        [16, 32],
        [112, 32],
      ],
    ]);
    const place = { x: 16, y: 16, width: 32, height: 32 };
    const [found] = await findBoxes(before, after, [{ before: place, core: place, guesses: [place], isKnown: true }]);
    expect(found?.share).toBe(1);
  });

  it('counts changed pixels, returns their areas and paints them over the faded new image', async () => {
    const before = await canvas(300, 200);
    const after = await canvas(300, 200, [{ left: 100, top: 50, width: 30, height: 20, colour: 'red' }]);
    const { kind, share, diff, areas, map } = await compare(before, after);
    expect([kind, share]).toEqual(['changed', 600 / 60_000]);
    expect(areas).toEqual([{ kind: 'changed', x: 100, y: 50, width: 30, height: 20, pixels: 600 }]);
    expect(map).toMatchObject({ width: 300, height: 200, cell: 16, columns: 19 });
    expect(map?.rows).toEqual([{ from: 0, to: 0, length: 200 }]);
    const { cells, columns } = map ?? { cells: new Uint16Array(), columns: 1 };
    expect(cells).toHaveLength(19 * 13);
    expect(cells.reduce((sum, count) => sum + count, 0)).toBe(600);
    // The cell of pixels 112-127 × 48-63 holds 16 of its columns and 14 of its rows.
    expect(cells[3 * columns + 7]).toBe(16 * 14);
    const { at, width, height } = await reader(diff);
    expect([width, height]).toEqual([300, 200]);
    const corners = [at(100, 50), at(129, 69), at(99, 50), at(130, 69), at(0, 0)];
    expect(corners).toEqual([magenta, magenta, fadedGrey, fadedGrey, fadedGrey]);
    // A dark line surrounds it for people who do not see the colour.
    for (const [x, y] of [
      [96, 60],
      [133, 60],
      [115, 46],
      [115, 73],
    ] as const) {
      expect(Math.max(...at(x, y))).toBeLessThan(110);
    }
  });

  it('counts as changed what only one of two images of different size has', async () => {
    const narrow = await canvas(100, 100);
    const wide = await canvas(200, 50);
    const grown = await compare(narrow, wide);
    expect(grown.share).toBe((100 * 50 + 50 * 100) / (200 * 100));
    expect(grown.areas).toContainEqual({ kind: 'changed', x: 100, y: 0, width: 100, height: 50, pixels: 5_000 });
    const { at, width, height } = await reader(grown.diff);
    expect([width, height, at(10, 20), at(150, 20)]).toEqual([200, 50, fadedGrey, magenta]);
    const shrunk = await compare(wide, narrow);
    expect(shrunk.share).toBe(grown.share);
    // The part that was right of the new image is marked at its edge.
    expect(shrunk.areas).toContainEqual({ kind: 'changed', x: 99, y: 0, width: 1, height: 100, pixels: 5_000 });
  });

  it('compares images whose shapes have almost nothing in common', async () => {
    const [wide, tall] = [await canvas(30_000, 10), await canvas(10, 30_000)];
    const { kind, share } = await compare(wide, tall);
    expect(kind).toBe('changed');
    expect(share).toBeLessThanOrEqual(1);
  });

  it('refuses damaged images', async () => {
    const image = await canvas(100, 100);
    await expect(compare(image, image.subarray(0, 120))).rejects.toMatchObject({ code: 'broken' });
  });
});

describe('crop', () => {
  const mark: PixelBox = { x: 700, y: 2_000, width: 120, height: 60 };
  const page = () =>
    canvas(1440, 4000, [{ left: mark.x, top: mark.y, width: mark.width, height: mark.height, colour: 'lime' }]);
  const drawing = (number: number, box = mark, lines: PixelLine[] = []) => ({ number, box, lines });
  const area = cropArea(mark, { width: 1440, height: 4000 });
  const isLime = (pixel: number[]) => pixel.join() === '0,255,0';

  it('cuts out the marked area with context, with or without the mark', async () => {
    const image = await page();
    const withMark = await reader(await crop(image, mark, drawing(12)));
    const without = await reader(await crop(image, mark, null));
    for (const { width, height } of [withMark, without]) expect([width, height]).toEqual([area.width, area.height]);
    const [left, top] = [mark.x - area.x, mark.y - area.y];
    expect(left).toBeGreaterThanOrEqual(96);
    expect(isLime(without.at(left + 1, top + 1))).toBe(true);
    expect(without.at(left - 1, top - 1)).toEqual([128, 128, 128]);
    expect(isLime(withMark.at(left + 60, top + 30))).toBe(true);
    expect(withMark.at(left + 60, top)).toEqual([0xd6, 0, 0x6c]);
    expect(withMark.at(left + 60, top + mark.height)).toEqual([0xd6, 0, 0x6c]);
    expect(withMark.at(left - 10, top)).toEqual([0xd6, 0, 0x6c]);
    expect(withMark.at(left + 60, top - 40)).toEqual([128, 128, 128]);
  });

  it('draws the lines of the mark, and shows no other area for them', async () => {
    const image = await page();
    const line = { from: { x: mark.x - 60, y: mark.y + 30 }, to: { x: mark.x - 20, y: mark.y + 30 } };
    const plain = await crop(image, mark, drawing(12));
    const drawn = await crop(image, mark, drawing(12, mark, [[line.from, line.to]]));
    const [left, top] = [mark.x - 40 - area.x, mark.y + 30 - area.y];
    expect((await reader(drawn)).at(left, top)).toEqual([0xd6, 0, 0x6c]);
    expect((await reader(plain)).at(left, top)).toEqual([128, 128, 128]);
  });

  it('draws another number as another disc, without a font', async () => {
    const image = await page();
    const discs = await Promise.all(
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100].map((number) => crop(image, mark, drawing(number))),
    );
    expect(new Set(discs.map((bytes) => bytes.toString('base64'))).size).toBe(12);
  });

  it.each<[string, PixelBox]>([
    ['a point in the corner', { x: 0, y: 0, width: 0, height: 0 }],
    ['a point on the far edge', { x: 1440, y: 4000, width: 0, height: 0 }],
    ['the whole page', { x: 0, y: 0, width: 1440, height: 4000 }],
    ['a box that leaves the page', { x: 1400, y: 3900, width: 500, height: 500 }],
    ['a box outside', { x: 9000, y: -50, width: 10, height: 10 }],
    ['fractions', { x: 10.5, y: 20.25, width: 100.75, height: 33.3 }],
  ])('stays inside the image and within 1568 pixels: %s', async (_name, box) => {
    const { format, width, height } = await sharp(await crop(await page(), box, drawing(7, box))).metadata();
    expect([format, Math.max(width, height) <= 1_568]).toEqual(['png', true]);
  });

  it('works on images smaller than the disc', async () => {
    const box = { x: 2, y: 2, width: 3, height: 2 };
    const { width, height } = await reader(await crop(await canvas(8, 5), box, drawing(1, box)));
    expect([width, height]).toEqual([8, 5]);
  });
});
