import { expect, test } from 'vitest';
import { cellWidth, compareRows, type Image } from './support/compare-rows.ts';
import type { Screen } from './support/screens.ts';

const width = cellWidth * 2;
const height = 30;

/** A page whose rows have distinct colours. */
const page = (): Image => ({
  width,
  height,
  pixels: Uint32Array.from({ length: width * height }, (_, at) => 0xff000000 + Math.floor(at / width) * 0x0a0a),
});

function screenAt(top: number, change: Partial<Screen> = {}): Screen {
  const screen = { width, height: 20 };
  return {
    ...screen,
    pixels: page().pixels.slice(top * width, (top + screen.height) * width),
    shows: [{ page: { x: 0, y: top, ...screen }, left: 0, top: 0 }],
    bars: [],
    isFirst: top === 0,
    ...change,
  };
}

const painted = (pixels: Uint32Array, row: number): Uint32Array =>
  pixels.fill(0xff0000ff, row * width, (row + 1) * width);

test('a screenshot with the rows of the screens is the same in every row', () => {
  const { counts, wrong } = compareRows(page(), [screenAt(0), screenAt(10)]);
  expect(counts).toEqual({ same: height, edge: 0, unseen: 0, bar: 0, varies: 0, wrong: 0 });
  expect(wrong).toBeNull();
});

test('a row that no screen shows is wrong', () => {
  const image = page();
  painted(image.pixels, 15);
  const { counts, wrong } = compareRows(image, [screenAt(0), screenAt(10)]);
  expect(counts.wrong).toBe(1);
  expect(wrong).toEqual({ x: 0, y: 15, width, height: 1 });
});

test('rows that Chromium drew slightly differently at another place count as the same', () => {
  const image = page();
  image.pixels[0] = (image.pixels[0] ?? 0) + 0x060606;
  expect(compareRows(image, [screenAt(0)]).counts.wrong).toBe(0);
});

test('a bar explains what it covers on every screen, but nothing on the first screen', () => {
  const bars = [{ x: 0, y: 15, width, height: 5 }];
  const low = compareRows(page(), [screenAt(0), screenAt(10, { bars, pixels: painted(screenAt(10).pixels, 19) })]);
  expect(low.counts).toMatchObject({ bar: 1, wrong: 0 });
  const high = compareRows(page(), [screenAt(0, { bars, pixels: painted(screenAt(0).pixels, 5) })]);
  expect(high.counts.wrong).toBe(1);
});

test('rows that Chromium shows differently from screen to screen vary, except at the top', () => {
  const image = page();
  painted(image.pixels, 12);
  painted(image.pixels, 25);
  const { counts } = compareRows(image, [
    screenAt(0),
    screenAt(10),
    screenAt(10, { pixels: screenAt(10).pixels.fill(0xff00ff00, 15 * width, 16 * width) }),
  ]);
  expect(counts).toMatchObject({ same: height - 2, varies: 1, wrong: 1 });
});

test('an edge between two pixels may be drawn differently, but a line may not', () => {
  const edge = page();
  const screen = screenAt(0);
  screen.pixels.fill(0xff000000).fill(0xffffffff, 5 * width);
  edge.pixels.set(screen.pixels);
  edge.pixels.fill(0xff808080, 5 * width, 6 * width);
  expect(compareRows({ ...edge, height: 20 }, [screen]).counts).toMatchObject({ edge: 1, wrong: 0 });
  edge.pixels.fill(0xff808080, 9 * width, 10 * width);
  expect(compareRows({ ...edge, height: 20 }, [screen]).counts).toMatchObject({ edge: 1, wrong: 1 });
});

test('rows on no screen are unseen', () => {
  expect(compareRows(page(), [screenAt(0)]).counts).toMatchObject({ same: 20, unseen: 10 });
});
