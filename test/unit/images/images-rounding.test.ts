import sharp from 'sharp';
import { expect, test } from 'vitest';
import { compare } from '../../../server/adapters/images/index.ts';

const width = 400;
const LINES = 60;
const LINE_HEIGHT = 25.6;
const FIRST = 30;

/**
 * Draws lines of text, each at a whole pixel, with `space` more pixels above a line where that says so. A word of each
 * line is of another font, whose letters fall on whole pixels elsewhere. A menu at the left stands still.
 */
function page(space: (line: number) => number, hasMenu = false): Promise<Buffer> {
  const tops = Array.from({ length: LINES }, (_, line) => {
    const above = Array.from({ length: line + 1 }, (_, at) => space(at)).reduce((sum, each) => sum + each, 0);
    return FIRST + line * LINE_HEIGHT + above;
  });
  const height = Math.ceil((tops.at(-1) ?? 0) + LINE_HEIGHT);
  const grey = new Uint8Array(width * height).fill(255);
  let state = 7;
  for (const top of tops) {
    for (let row = 8; row < 20; row += 1) {
      for (let x = 20; x < width - 20; x += 1) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        const y = row + Math.floor(x > 100 && x < 140 ? top + 0.5 : top);
        if (state >>> 31 === 1) grey[y * width + x] = state >>> 24;
      }
    }
  }
  if (hasMenu) {
    for (let y = 10; y < 700; y += 1) grey.fill((y * 53) % 200, y * width, y * width + 16);
  }
  return sharp(grey, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

const listed = async (before: Buffer, after: Buffer) =>
  (await compare(before, after)).areas.map(({ kind, height }) => [kind, height]);

const BEFORE = page(() => 0);

test('lines and words that a space of a fraction of a pixel pushed to other whole pixels are no changes of their own', async () => {
  const after = page((line) => (line === 5 ? 52.4 : 0));
  expect(await listed(await BEFORE, await after)).toEqual([['added', 52]]);
});

test('so they are beside a menu that stood still', async () => {
  const [before, after] = [await page(() => 0, true), await page((line) => (line === 5 ? 52.4 : 0), true)];
  const areas = await listed(before, after);
  expect(areas.filter(([kind, height]) => kind === 'removed' || height === 1)).toEqual([]);
});

test('a line that was moved by one pixel is listed', async () => {
  const after = page((line) => (line === 5 ? 1 : line === 6 ? -1 : 0));
  expect(await listed(await BEFORE, await after)).toEqual([
    ['added', 1],
    ['removed', 0],
  ]);
});

test('where so many spaces changed that not each is listed, no text between them is called added', async () => {
  const areas = await listed(await BEFORE, await page((line) => (line % 4 === 1 && line < 56 ? 12 : 0)));
  for (const [kind, height] of areas) if (kind === 'added') expect(height).toBe(12);
  expect(areas.some(([kind]) => kind === 'changed')).toBe(true);
});

test('after 25 spaces that grew, only the new rows count as changed', async () => {
  const [before, after] = [await BEFORE, await page((line) => (line % 2 === 1 && line < 50 ? 12 : 0))];
  const { height = 1 } = await sharp(after).metadata();
  expect((await compare(before, after)).share).toBeCloseTo((25 * 12) / height, 5);
});

/** Draws a disc whose upper left edge is smoothed: each channel of its pixels has one of these shares of its colour. */
async function disc(top: number, shares: readonly number[]): Promise<Buffer> {
  const pixels = await sharp(await BEFORE)
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const moved = Buffer.concat([Buffer.alloc(top * width, 230), pixels]);
  for (let y = 0; y < 12; y += 1) {
    for (let x = 0; x < 12; x += 1) {
      const share = x + y < 11 ? 0 : x + y > 11 ? 1 : (shares[x] ?? 1);
      moved[(top + 10 + y) * width + x] = 255 - Math.round(share * 100);
    }
  }
  return sharp(moved, { raw: { width, height: moved.length / width, channels: 1 } })
    .png()
    .toBuffer();
}

test('an edge that is smoothed differently where it moved to is no change, but one of another colour is', async () => {
  const smooth = Array.from({ length: 12 }, (_, x) => (x % 2 === 0 ? 0.4 : 0.6));
  const other = smooth.map((share) => share + (share < 0.5 ? 0.3 : -0.3));
  expect(await listed(await disc(0, smooth), await disc(40, other))).toEqual([['added', 40]]);
  expect((await listed(await disc(0, smooth), await disc(0, other))).map(([kind]) => kind)).toEqual(['changed']);
  const dark = smooth.map((share) => share + 1);
  expect((await listed(await disc(0, smooth), await disc(40, dark))).map(([kind]) => kind)).toEqual([
    'added',
    'changed',
  ]);
});
