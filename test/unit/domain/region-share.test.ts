import { describe, expect, test } from 'vitest';
import { isStill, regionShare } from '../../../server/domain/mark/region-share.ts';
import type { ChangeMap } from '../../../server/domain/port-types.ts';

/** An image of 10 × 10 cells of 16 px, in which the cell (2, 1) has changed by half. */
const map: ChangeMap = {
  width: 160,
  height: 160,
  cell: 16,
  columns: 10,
  cells: Uint16Array.from({ length: 100 }, (_, at) => (at === 12 ? 128 : 0)),
  rows: [{ from: 0, to: 0, length: 160 }],
};
const size = { width: 160, height: 160 };
const cells = (x: number, y: number, width: number, height: number) => ({
  x: x / 10,
  y: y / 10,
  width: width / 10,
  height: height / 10,
});
const point = (x: number, y: number) => ({ x, y, width: null, height: null });

describe('the share that changed where a mark is', () => {
  test.each([
    ['is unknown on a first pass', null, map, null],
    ['is unknown on a new screenshot', 'new', map, null],
    ['is none on an identical one', 'identical', null, 0],
    ['is unknown without a map', 'changed', null, null],
    ['is that of its box', 'changed', map, 0.5],
  ] as const)('%s', (_, kind, change, share) => {
    expect(regionShare(change, kind, cells(2, 1, 1, 1), size, 1)).toBe(share);
  });

  test.each([
    ['two cells', cells(2, 1, 2, 1), 0.25],
    ['half of the cell', cells(2, 1, 0.5, 1), 0.5],
    ['half of the cell and as much beside it', cells(1.5, 1, 1, 1), 0.25],
    ['a place beside it', cells(3, 1, 1, 1), 0],
    ['a box without a width', { ...cells(2, 1, 1, 1), width: 0 }, 0.5],
    ['a box past the right edge', { x: 1, y: 0.1, width: 0.1, height: 0.1 }, 0],
    ['a point: 96 px around it', point(0.4, 0.4), 128 / 96 ** 2],
    ['a point at the corner: what there is of it', point(0, 0), 128 / 48 ** 2],
    ['a point outside the image', point(2, 2), 0],
  ])('counts cells at the edges of it in part: %s', (_, place, share) => {
    expect(regionShare(map, 'changed', place, size, 1)).toBeCloseTo(share, 10);
  });

  test('around a point counts CSS pixels', () => {
    expect(regionShare(map, 'changed', point(0, 0), size, 2)).toBeCloseTo(128 / 96 ** 2, 10);
    expect(regionShare(map, 'changed', point(0, 0), size, null)).toBeCloseTo(128 / 48 ** 2, 10);
  });

  test('where everything changed: all of it, also in the smaller cells at the image’s edges', () => {
    const shot = { width: 100, height: 50 };
    const all = Uint16Array.from({ length: 28 }, (_, at) => (at % 7 === 6 ? 4 : 16) * (at >= 21 ? 2 : 16));
    const change: ChangeMap = { ...shot, cell: 16, columns: 7, cells: all, rows: [] };
    for (const place of [point(0.95, 0.95), { ...point(0.9, 0.5), width: 0.09, height: 0.5 }]) {
      expect(regionShare(change, 'changed', place, shot, 1)).toBeCloseTo(1, 9);
    }
  });

  test('includes rows that were removed there, unless all of it stayed where it was', () => {
    const rows = [
      { from: 0, to: 0, length: 64 },
      { from: 80, to: 64, length: 96 },
    ];
    const removed: ChangeMap = { ...map, cells: new Uint16Array(100), rows };
    const share = (y: number, change = removed) => regionShare(change, 'changed', cells(0, y, 10, 4), size, 1);
    // 16 of the 64 + 16 rows.
    expect(share(2)).toBeCloseTo(0.2, 10);
    expect(share(5)).toBe(0);
    expect(share(2, { ...removed, still: new Uint8Array(100).fill(1) })).toBe(0);
  });
});

describe('a region stayed where it was', () => {
  const still = (...moved: number[]): ChangeMap => ({
    ...map,
    still: Uint8Array.from({ length: 100 }, (_, at) => (moved.includes(at) ? 0 : 1)),
  });
  const region = { x: 16, y: 16, width: 32, height: 32 };

  test.each([
    ['where nothing is known of that', map, region, false],
    ['when each of its cells did', still(), region, true],
    ['but not when its first cell moved', still(11), region, false],
    ['but not when its last cell moved', still(22), region, false],
    ['when a cell left of it moved', still(10), region, true],
    ['when a cell below it moved', still(31), region, true],
    ['when a cell moved that it covers in part', still(13), { ...region, width: 40 }, true],
    ['by the cell in its middle, when it covers none', still(11), { x: 20, y: 20, width: 4, height: 4 }, false],
    ['at the edge of the image', still(99), { x: 144, y: 144, width: 90, height: 90 }, false],
    ['from before the edge of the image', still(0), { x: -40, y: -40, width: 56, height: 56 }, false],
  ])('%s', (_, change, at, stayed) => {
    expect(isStill(change, at)).toBe(stayed);
  });
});
