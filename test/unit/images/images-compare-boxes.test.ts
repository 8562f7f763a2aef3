import sharp from 'sharp';
import { expect, test } from 'vitest';
import { compareBoxes } from '../../../server/adapters/images/index.ts';

/** Draws a sign of 20 × 10 pixels, in two colours, on white. */
function page(left: number, top: number, half = 'green'): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="white"/>
    <rect x="${left}" y="${top}" width="20" height="10" fill="navy"/>
    <rect x="${left}" y="${top}" width="10" height="10" fill="${half}"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
const box = (x: number, y: number, width = 20, height = 10) => ({ x, y, width, height });
const pair = (before: ReturnType<typeof box>, after: ReturnType<typeof box>) => ({ before, after });

test('compares the contents of each pair of boxes, wherever they moved', async () => {
  const [before, moved] = [await page(10, 20), await page(43, 71)];
  const pairs = [
    pair(box(10, 20), box(43, 71)),
    pair(box(10, 20), box(33, 71)),
    pair(box(0, 10, 40, 30), box(33, 61, 40, 30)),
  ];
  expect(await compareBoxes(before, moved, pairs)).toEqual([0, 1, 0]);
});

test('counts pixels that were repainted', async () => {
  expect(await compareBoxes(await page(10, 20), await page(50, 20, 'red'), [pair(box(10, 20), box(50, 20))])).toEqual([
    0.5,
  ]);
});

test('rounds boxes between pixels as they are painted', async () => {
  const [before, moved] = [await page(10, 20), await page(44, 71)];
  const pairs = [pair(box(10.4, 20.3), box(43.6, 70.8)), pair(box(9.6, 19.9), box(43.5, 71.4))];
  expect(await compareBoxes(before, moved, pairs)).toEqual([0, 0]);
});

test('counts parts of a box outside one image as changed, and returns null for a box outside both', async () => {
  const [before, moved] = [await page(0, 20), await page(90, 20)];
  expect(await compareBoxes(before, moved, [pair(box(0, 20), box(90, 20)), pair(box(200, 0), box(-50, 0))])).toEqual([
    0.5,
    null,
  ]);
});
