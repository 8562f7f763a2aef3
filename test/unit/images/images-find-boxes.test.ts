import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { findBoxes } from '../../../server/adapters/images/index.ts';
import type { PixelBox } from '../../../server/domain/port-types.ts';

const svg = (width: number, height: number, drawn: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="white"/>${drawn}</svg>`,
    ),
  )
    .png()
    .toBuffer();
const rect = (x: number, y: number, width: number, height: number, fill: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
const box = (x: number, y: number, width = 20, height = 10) => ({ x, y, width, height });

describe('a box whose place is known', () => {
  /** Draws a sign of 20 × 10 pixels, in two colours, on white. */
  const page = (left: number, top: number, half = 'green'): Promise<Buffer> =>
    svg(100, 100, rect(left, top, 20, 10, 'navy') + rect(left, top, 10, 10, half));
  async function shares(before: Promise<Buffer>, after: Promise<Buffer>, pairs: [PixelBox, PixelBox][], scale = 1) {
    const searches = pairs.map(([was, is]) => ({ before: was, core: was, guesses: [is], isKnown: true, scale }));
    return (await findBoxes(await before, await after, searches)).map((found) => found?.share);
  }

  test('is compared with itself, wherever it moved', async () => {
    expect(
      await shares(page(10, 20), page(43, 71), [
        [box(10, 20), box(43, 71)],
        [box(10, 20), box(33, 71)],
        [box(0, 10, 40, 30), box(33, 61, 40, 30)],
      ]),
    ).toEqual([0, 1, 0]);
  });

  test.each([
    ['repainted in part', page(50, 20, 'red'), box(50, 20), 0.5],
    ['wider: what is new counts as changed', page(50, 20), box(50, 20, 25), 0.2],
  ])('%s', async (_, after, is, share) => {
    const [found] = await shares(page(10, 20), after, [[box(10, 20), is]]);
    expect(found).toBeCloseTo(share, 9);
  });

  test('is rounded to whole CSS pixels, where the screenshot has several for each', async () => {
    const moved: [PixelBox, PixelBox][] = [[box(10, 20), box(10, 66.9)]];
    expect(await shares(page(10, 20), page(10, 64), moved, 4)).toEqual([0]);
    expect(await shares(page(10, 20), page(10, 71), moved, 4)).not.toEqual([0]);
    expect(await shares(page(10, 20), page(10, 64), moved)).not.toEqual([0]);
  });

  test.each([
    ['a pixel or two of what was drawn between others: no change', 2, 30.4, 0],
    ['as few pixels where it stands on whole ones: a change', 2, 30, 0.0005],
    ['more of them: a change', 10, 30.4, 0.002],
  ])('%s', async (_, pixels, top, least) => {
    const [before, after] = [svg(100, 100, rect(0, 10, 100, 1, '#ccc')), svg(100, 100, rect(4, 60, pixels, 1, 'navy'))];
    const [found] = await shares(before, after, [[box(0, 20, 80, 40), box(0, top, 80, 40)]]);
    expect(found).toBeGreaterThanOrEqual(least);
    expect(found).toBeLessThanOrEqual(least * 10);
  });

  test('is rounded as it is painted, between pixels', async () => {
    expect(
      await shares(page(10, 20), page(44, 71), [
        [box(10.4, 20.3), box(43.6, 70.8)],
        [box(9.6, 19.9), box(43.5, 71.4)],
      ]),
    ).toEqual([0, 0]);
  });

  test('counts what lies outside one image as changed; outside both its share is unknown', async () => {
    expect(
      await shares(page(0, 20), page(90, 20), [
        [box(0, 20), box(90, 20)],
        [box(200, 0), box(-50, 0)],
      ]),
    ).toEqual([0.5, null]);
  });

  test.each([
    ['the same curve, smoothed differently: no change', '<circle cx="50.2" cy="50" r="30" fill="tomato"/>', 0, 0],
    ['a thin line that moved by one pixel: a change', rect(21, 45, 60, 1, '#e0e0e0'), 0.01, 0.2],
  ])('%s', async (_, drawn, least, most) => {
    const was = drawn.includes('circle')
      ? '<circle cx="50" cy="50" r="30" fill="tomato"/>'
      : rect(21, 44, 60, 1, '#e0e0e0');
    const whole = box(15, 15, 70, 70);
    const [found] = await shares(svg(100, 100, was), svg(100, 100, drawn), [[whole, whole]]);
    expect(found).toBeGreaterThanOrEqual(least);
    expect(found).toBeLessThanOrEqual(most);
  });
});

describe('a box that is looked for', () => {
  /** A card with a title of bars that differ by its number, and a button that all cards share. */
  const card = (x: number, y: number, number: number, button = '#2453d6'): string =>
    rect(x, y, 160, 90, '#d0d7de') +
    rect(x + 1, y + 1, 158, 88, 'white') +
    [0, 1, 2, 3].map((bar) => rect(x + 12 + bar * 30, y + 12, 6 + ((number * 7 + bar * 5) % 20), 12, '#222')).join('') +
    rect(x + 12, y + 50, 70, 26, button) +
    rect(x + 24, y + 60, 40, 6, 'white');
  const cards = (numbers: readonly (number | null)[], top = 20): string =>
    numbers.map((number, at) => (number === null ? '' : card(20 + at * 180, top, number))).join('');
  const button = (at: number, top = 20): PixelBox => ({ x: 32 + at * 180, y: top + 50, width: 70, height: 26 });
  const page = (drawn: string): Promise<Buffer> => svg(800, 400, rect(0, 380, 800, 1, '#999') + drawn);

  async function find(before: string, after: string, was: PixelBox, guess = was) {
    const search = { before: was, core: was, guesses: [guess], isKnown: false };
    const [found] = await findBoxes(await page(before), await page(after), [search]);
    return found;
  }

  test.each([
    ['stayed', cards([1, 2, 3, 4]), button(1)],
    ['moved down', cards([1, 2, 3, 4], 61), button(1, 61)],
    ['moved sideways with its column', cards([2, 1, 3, 4]), button(0)],
    ['moved where another was removed', cards([2, 3, 4]), button(0)],
  ])('%s: by what is around it, where others look the same', async (_, after, is) => {
    expect(await find(cards([1, 2, 3, 4]), after, button(1))).toEqual({ after: is, share: 0 });
  });

  test('stayed among others that look the same, with nothing near that tells them apart', async () => {
    const blocks = (third: string) =>
      [20, 420, 820].map((y) => rect(300, y, 200, 60, y === 820 ? third : '#a9b8ae')).join('');
    const [before, after] = [await svg(1440, 1000, blocks('#a9b8ae')), await svg(1440, 1000, blocks('#18723f'))];
    const was = { x: 290, y: 410, width: 220, height: 80 };
    const [found] = await findBoxes(before, after, [{ before: was, core: was, guesses: [was], isKnown: false }]);
    expect(found).toEqual({ after: was, share: 0 });
  });

  test('was repainted in its place: by its surroundings', async () => {
    const after = cards([1, null, 3, 4]) + card(200, 20, 2, '#c2185b');
    const found = await find(cards([1, 2, 3, 4]), after, button(1));
    expect(found?.after).toEqual(button(1));
    expect(found?.share).toBeGreaterThan(0.5);
  });

  test('was repainted with nothing around it: where it was', async () => {
    const was = { x: 310, y: 160, width: 120, height: 60 };
    const found = await find(rect(320, 170, 90, 40, 'grey'), rect(320, 170, 90, 40, 'red'), was);
    expect(found?.after).toEqual(was);
    expect(found?.share).toBeCloseTo(0.5, 6);
  });

  test('grew between surroundings that moved apart', async () => {
    const before = rect(40, 40, 200, 8, 'black') + rect(40, 80, 90, 20, 'teal') + rect(40, 140, 160, 30, 'purple');
    const after = rect(40, 40, 200, 8, 'black') + rect(40, 80, 90, 44, 'red') + rect(40, 164, 160, 30, 'purple');
    const found = await find(before, after, { x: 40, y: 70, width: 200, height: 40 });
    expect(found?.after).toEqual({ x: 40, y: 70, width: 200, height: 64 });
  });

  test.each([
    ['was removed, and its neighbour took its place', cards([1, 3, 4])],
    ['was removed, and left its place empty', cards([1, null, 3, 4])],
    ['is on a page that has nothing of it', rect(300, 10, 30, 300, 'olive')],
  ])('%s: in doubt', async (_, after) => {
    expect(await find(cards([1, 2, 3, 4]), after, { x: 200, y: 20, width: 160, height: 90 })).toBe(null);
    expect(await find(cards([1, 2, 3, 4]), after, button(1))).toBe(null);
  });

  test('is a point whose surroundings stayed, but what is at the point was removed: in doubt', async () => {
    const around = [60, 76, 92].map((y) =>
      [0, 1, 2, 3, 4, 5].map((bar) => rect(36 + bar * 9, y, 5, 12, '#222')).join(''),
    );
    const before = around.join('') + rect(40, 120, 70, 26, 'green');
    const region = { x: 12, y: 84, width: 96, height: 96 };
    const core = { x: 41, y: 113, width: 38, height: 38 };
    const search = { before: region, core, guesses: [region], isKnown: false };
    expect(await findBoxes(await page(before), await page(around.join('')), [search])).toEqual([null]);
  });
});
