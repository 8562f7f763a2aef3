import sharp from 'sharp';
import { expect, test } from 'vitest';
import { compare, readImage } from '../../../server/adapters/images/index.ts';
import type { Difference } from '../../../server/domain/port-types.ts';
import { createWholeRandom } from '../../support/random.ts';

type Random = ReturnType<typeof createWholeRandom>;

interface Page {
  width: number;
  height: number;
  /** The grey value of each pixel. */
  grey: Uint8Array;
}

/** Draws lines of words on white with empty rows between them, like a page, and boxes here and there. */
function page(random: Random, width: number, height: number): Page {
  const grey = new Uint8Array(width * height).fill(255);
  for (let y = 4; y + 10 < height; y += 12 + (random(4) === 0 ? random(30) : random(3))) {
    for (let x = 8; x + 30 < width - random(width / 2); x += 8 + random(6)) {
      for (let dot = 0; dot < 40; dot += 1) grey[(y + random(8)) * width + x + random(6)] = random(160);
    }
  }
  return { width, height, grey };
}

function insertRows(into: Page, at: number, rows: Page): Page {
  const { width } = into;
  const grey = new Uint8Array(into.grey.length + rows.grey.length);
  grey.set(into.grey.subarray(0, at * width));
  grey.set(rows.grey, at * width);
  grey.set(into.grey.subarray(at * width), at * width + rows.grey.length);
  return { width, height: into.height + rows.height, grey };
}

const cutTo = ({ width, grey }: Page, height: number): Page => ({
  width,
  height,
  grey: grey.slice(0, width * height),
});

function paint({ width, ...rest }: Page, box: { x: number; y: number; width: number; height: number }, value: number) {
  const grey = rest.grey.slice();
  for (let y = box.y; y < box.y + box.height; y += 1)
    grey.fill(value, y * width + box.x, y * width + box.x + box.width);
  return { ...rest, width, grey };
}

const png = ({ width, height, grey }: Page): Promise<Buffer> =>
  sharp(grey, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer();

async function difference(before: Page, after: Page): Promise<Difference> {
  return compare(await png(before), await png(after));
}

/** Draws rows of solid bars, unlike anything on a page. */
function banner(random: Random, width: number, height: number): Page {
  const rows: Page = { width, height, grey: new Uint8Array(width * height).fill(90) };
  for (let at = 0; at < rows.grey.length; at += 1) if (random(3) === 0) rows.grey[at] = 40 + random(40);
  return rows;
}

const pixelsOf = ({ areas }: Difference, kind: string): number =>
  areas.filter((area) => area.kind === kind).reduce((sum, { pixels }) => sum + pixels, 0);

test('moved rows are no change: 100 pages with an inserted banner', async () => {
  const random = createWholeRandom(1);
  let exact = 0;
  for (let round = 0; round < 50; round += 1) {
    const before = page(random, 200 + random(100), 300 + random(400));
    const rows = 1 + random(120);
    const at = random(before.height + 1);
    const after = insertRows(before, at, banner(random, before.width, rows));
    const down = await difference(before, after);
    expect(down.areas, `round ${round}`).toEqual([
      { kind: 'added', x: 0, y: at, width: after.width, height: rows, pixels: rows * after.width },
    ]);
    expect(down.share).toBe(rows / after.height);
    const up = await difference(after, before);
    expect(up.areas, `round ${round}`).toEqual([
      { kind: 'removed', x: 0, y: at, width: before.width, height: 0, pixels: rows * before.width },
    ]);
    expect(up.share).toBe(rows / after.height);
    exact += 2;
  }
  console.log(`${exact} pages with rows put in or taken out: ${exact} exact areas, nothing else marked`);
});

test('a change below inserted rows is found in its place, though it covers only a part of the width', async () => {
  const random = createWholeRandom(2);
  for (let round = 0; round < 25; round += 1) {
    const before = page(random, 320, 600);
    const inserted = insertRows(before, 100, banner(random, 320, 37));
    const box = { x: 20 + random(150), y: 200 + random(300), width: 20 + random(100), height: 5 + random(60) };
    const { areas, map } = await difference(before, paint(inserted, box, 200));
    const changed = areas.filter(({ kind }) => kind === 'changed');
    expect(areas.filter(({ kind }) => kind !== 'changed')).toEqual([
      { kind: 'added', x: 0, y: 100, width: 320, height: 37, pixels: 37 * 320 },
    ]);
    expect(changed).toEqual([{ kind: 'changed', ...box, pixels: box.width * box.height }]);
    expect(map?.rows).toEqual([
      { from: 0, to: 0, length: 100 },
      { from: 100, to: 137, length: 500 },
    ]);
  }
});

test('several inserted and removed blocks are found, also in an image that keeps its height', async () => {
  const random = createWholeRandom(3);
  const before = page(random, 300, 1_500);
  const one = insertRows(before, 200, banner(random, 300, 50));
  const two = insertRows(one, 700, banner(random, 300, 20));
  const after = insertRows(two, 1_200, banner(random, 300, 33));
  const many = await difference(before, after);
  expect(many.areas.map(({ kind, y, height }) => [kind, y, height])).toEqual([
    ['added', 200, 50],
    ['added', 700, 20],
    ['added', 1_200, 33],
  ]);
  expect((await difference(one, two)).areas).toHaveLength(1);
  const swapped = await difference(one, cutTo(insertRows(before, 900, banner(random, 300, 50)), 1_550));
  expect(swapped.areas.map(({ kind, y, height, pixels }) => [kind, y, height, pixels])).toEqual([
    ['removed', 200, 0, 50 * 300],
    ['added', 900, 50, 50 * 300],
  ]);
  const kept = await difference(before, cutTo(insertRows(before, 300, banner(random, 300, 40)), 1_500));
  expect(kept.areas.map(({ kind, pixels }) => [kind, pixels])).toEqual([
    ['added', 40 * 300],
    ['removed', 40 * 300],
  ]);
  expect(kept.areas[0]?.y).toBe(300);
});

test('stripes and cards that repeat do not confuse the comparison', async () => {
  const random = createWholeRandom(4);
  const card = banner(random, 240, 60);
  const empty: Page = { width: 240, height: 40, grey: new Uint8Array(240 * 40).fill(255) };
  const item = insertRows(empty, 20, card);
  const list = (many: number): Page =>
    Array.from({ length: many - 1 }).reduce<Page>((all) => insertRows(all, 0, item), item);
  const { areas, share } = await difference(list(6), list(7));
  expect(share).toBe(1 / 7);
  expect(areas.reduce((sum, { pixels }) => sum + pixels, 0)).toBe(240 * 100);
  expect(areas.every(({ kind }) => kind === 'added')).toBe(true);
});

test('without moved rows the result equals a plain comparison: 50 pages', async () => {
  const random = createWholeRandom(5);
  for (let round = 0; round < 50; round += 1) {
    const before = page(random, 150 + random(150), 200 + random(300));
    let after = before;
    for (let box = 0; box < 1 + random(5); box += 1) {
      const [x, y] = [random(before.width - 20), random(before.height - 20)];
      const size = { width: 1 + random(before.width - x), height: 1 + random(Math.min(80, before.height - y)) };
      // Colours of plain areas that nearly equal each other are compared more strictly than other pixels.
      after = paint(after, { x, y, ...size }, random(25) * 10);
    }
    const plain = before.grey.reduce(
      (sum, value, at) => sum + (Math.abs(value - (after.grey[at] ?? 0)) > 6 ? 1 : 0),
      0,
    );
    const found = await difference(before, after);
    expect(found.share, `round ${round}`).toBe(plain / before.grey.length);
    expect(found.areas.reduce((sum, { pixels }) => sum + pixels, 0)).toBe(plain);
    const cells = found.map?.cells ?? new Uint16Array();
    expect(cells.reduce((sum, count) => sum + count, 0)).toBe(plain);
  }
});

test('two pages with nothing in common are not split into strips', async () => {
  const [one, other] = [page(createWholeRandom(6), 300, 900), page(createWholeRandom(7), 300, 900)];
  const { map, share } = await difference(one, other);
  expect(map?.rows).toEqual([{ from: 0, to: 0, length: 900 }]);
  expect(share).toBeGreaterThan(0);
});

test('rows match in spite of an encoder’s noise', async () => {
  const random = createWholeRandom(8);
  const before = page(random, 300, 700);
  const after = insertRows(before, 250, banner(random, 300, 64));
  const noisy = { ...after, grey: after.grey.map((value) => Math.max(0, Math.min(255, value + random(7) - 3))) };
  expect((await difference(after, noisy)).kind).toBe('identical');
  const found = await difference(before, noisy);
  expect(found.areas.map(({ kind, y, height }) => [kind, y, height])).toEqual([['added', 250, 64]]);
});

test('inserted rows are found in JPEGs too, whose rows are never exactly the same', async () => {
  const random = createWholeRandom(10);
  const before = page(random, 400, 900);
  const after = insertRows(before, 300, banner(random, 400, 84));
  const jpeg = async (of: Page): Promise<Buffer> =>
    (
      await readImage(
        await sharp(await png(of))
          .jpeg({ quality: 90 })
          .toBuffer(),
      )
    ).bytes;
  const { areas, map, share } = await compare(await jpeg(before), await jpeg(after));
  const added = areas.filter(({ kind }) => kind === 'added').reduce((sum, { height }) => sum + height, 0);
  expect(added - 84).toBeLessThan(8);
  expect(map?.rows.some(({ from, to, length }) => to - from === 84 && length > 300)).toBe(true);
  // Everything below the banner would be another third.
  expect(share).toBeLessThan(0.2);
});

test('areas are tight, disjoint, sorted, and at most 50', async () => {
  const empty: Page = { width: 1_000, height: 1_000, grey: new Uint8Array(1_000_000).fill(255) };
  const dots = (step: number): Page => {
    const grey = empty.grey.slice();
    for (let y = 5; y < 1_000; y += step) {
      for (let x = 7; x < 1_000; x += step) {
        for (const row of [y, y + 1]) grey.fill(0, row * 1_000 + x, row * 1_000 + x + 3);
      }
    }
    return { ...empty, grey };
  };
  const few = await difference(empty, dots(200));
  expect(few.areas).toHaveLength(25);
  expect(few.areas[6]).toEqual({ kind: 'changed', x: 207, y: 205, width: 3, height: 2, pixels: 6 });
  for (const step of [100, 66, 130]) {
    const found = await difference(empty, dots(step));
    expect(found.areas.length).toBeGreaterThan(10);
    expect(found.areas.length).toBeLessThanOrEqual(50);
    expect(pixelsOf(found, 'changed')).toBe(found.share * 1_000_000);
    expect(found.areas.map(({ y }) => y)).toEqual(found.areas.map(({ y }) => y).sort((a, b) => a - b));
  }
  expect((await difference(empty, dots(30))).areas).toHaveLength(1);
});

test('the image shows new rows with a bar at the left, and a dashed line where rows were removed', async () => {
  const random = createWholeRandom(9);
  const before = page(random, 300, 500);
  const after = insertRows(before, 200, banner(random, 300, 60));
  const pixel = async (image: Buffer | null, x: number, y: number) => [
    ...(await sharp(image ?? Buffer.alloc(0))
      .removeAlpha()
      .extract({ left: x, top: y, width: 1, height: 1 })
      .raw()
      .toBuffer()),
  ];
  const added = (await difference(before, after)).diff;
  expect(await pixel(added, 2, 230)).toEqual(await pixel(added, 2, 201));
  expect(await pixel(added, 2, 199)).not.toEqual(await pixel(added, 2, 200));
  const [red = 0, green = 0, blue = 0] = await pixel(added, 150, 230);
  expect(green).toBeGreaterThan(Math.max(red, blue));
  const removed = (await difference(after, before)).diff;
  const [dash, space] = [await pixel(removed, 3, 200), await pixel(removed, 15, 200)];
  expect(Math.max(...dash)).toBeLessThan(130);
  expect(Math.min(...space)).toBeGreaterThan(250);
  expect((await sharp(removed ?? Buffer.alloc(0)).metadata()).height).toBe(500);
});
