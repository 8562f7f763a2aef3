import { describe, expect, test } from 'vitest';
import { carryPlace } from '../../../server/web/marking/carry-place.ts';
import {
  areaAround,
  areaBetween,
  dragCorner,
  movePlace,
  type Place,
  placeAt,
  placeOf,
  roundPlace,
} from '../../../server/web/marking/geometry.ts';

describe('a box between two corners', () => {
  test('is the same whichever corner comes first, and stays inside the screenshot', () => {
    const expected = { x: 0.25, y: 0.5, width: 0.75, height: 0.25 };
    expect(areaBetween({ x: 0.25, y: 0.5 }, { x: 1.4, y: 0.75 })).toEqual(expected);
    expect(areaBetween({ x: 1.4, y: 0.75 }, { x: 0.25, y: 0.5 })).toEqual(expected);
  });

  test('around a point at the edge is moved inside with its size kept', () => {
    expect(areaAround({ x: 0.02, y: 0.99 }, 0.2, 0.1)).toEqual({ x: 0, y: 0.9, width: 0.2, height: 0.1 });
  });
});

describe('moving a place', () => {
  test('keeps a point on the screenshot', () => {
    expect(movePlace({ kind: 'point', x: 0.9, y: 0.1 }, { x: 0.5, y: -0.5 })).toEqual({ kind: 'point', x: 1, y: 0 });
  });

  test('keeps a whole box on the screenshot, at its size', () => {
    const moved = movePlace({ kind: 'box', x: 0.5, y: 0.5, width: 0.25, height: 0.5 }, { x: 1, y: 1 });
    expect(moved).toEqual({ kind: 'box', x: 0.75, y: 0.5, width: 0.25, height: 0.5 });
  });
});

test('turns a box inside out when a corner is dragged past its opposite', () => {
  const area = { x: 0.25, y: 0.25, width: 0.25, height: 0.25 };
  expect(dragCorner(area, 'se', { x: 0.75, y: 0.75 })).toEqual({ x: 0.25, y: 0.25, width: 0.5, height: 0.5 });
  expect(dragCorner(area, 'se', { x: 0, y: 0 })).toEqual({ x: 0, y: 0, width: 0.25, height: 0.25 });
  expect(dragCorner(area, 'nw', { x: 0.375, y: 0.125 })).toEqual({ x: 0.375, y: 0.125, width: 0.125, height: 0.375 });
});

test.each([
  [
    'a screenshot of twice the density',
    { width: 1000, height: 2000, scale: 1 },
    { width: 2000, height: 6000, scale: 2 },
    1,
    2 / 3,
  ],
  ['a wider page', { width: 1000, height: 2000, scale: 1 }, { width: 1250, height: 2500, scale: 1 }, 0.8, 0.8],
  [
    'an image of twice the size',
    { width: 1000, height: 2000, scale: null },
    { width: 2000, height: 4000, scale: null },
    1,
    1,
  ],
  [
    'an image, from a page',
    { width: 1000, height: 2000, scale: 2 },
    { width: 2000, height: 8000, scale: null },
    1,
    0.5,
  ],
])('a place is carried to the same distance from the left and the top of %s', (_, from, to, across, down) => {
  const carried = (place: Place) => carryPlace(place, { label: '', ...from }, { label: '', ...to });
  const [x, y] = [0.5 * across, 0.6 * down].map((each) => Math.round(each * 1e5) / 1e5);
  expect(carried({ kind: 'point', x: 0.5, y: 0.6 })).toEqual({ kind: 'point', x, y });
  expect(carried({ kind: 'box', x: 0.5, y: 0.6, width: 0.5, height: 0.3 })).toEqual({
    kind: 'box',
    x,
    y,
    width: 0.5 * across,
    height: expect.closeTo(0.3 * down, 5),
  });
});

test('a place that a smaller screenshot lacks is moved to its edge', () => {
  const from = { label: '', width: 1000, height: 2000, scale: 1 };
  const to = { label: '', width: 500, height: 1000, scale: 1 };
  expect(carryPlace({ kind: 'point', x: 0.9, y: 0.25 }, from, to)).toEqual({ kind: 'point', x: 1, y: 0.5 });
  expect(carryPlace({ kind: 'box', x: 0.4, y: 0.1, width: 0.25, height: 0.7 }, from, to)).toEqual({
    kind: 'box',
    x: 0.5,
    y: 0,
    width: 0.5,
    height: 1,
  });
});

test('a point is moved to where a click is, and no further than the edge', () => {
  expect(placeAt({ kind: 'point', x: 0.1, y: 0.1 }, { x: 0.5, y: 1.2 })).toEqual({ kind: 'point', x: 0.5, y: 1 });
});

test('a mark on a missing screenshot has no place, and a box without a size is a point', () => {
  expect(placeOf({ kind: 'point', x: null, y: null, width: null, height: null })).toBeNull();
  expect(placeOf({ kind: 'box', x: 0.1, y: 0.2, width: null, height: null })).toEqual({
    kind: 'point',
    x: 0.1,
    y: 0.2,
  });
});

test('rounding never moves the edge of a box off the screenshot', () => {
  const place = roundPlace({ kind: 'box', x: 0.333336, y: 0.999999, width: 0.666664, height: 0.000001 });
  if (place.kind !== 'box') throw new Error('a box stays a box');
  expect(place.x + place.width).toBeLessThanOrEqual(1);
  expect(place.y + place.height).toBeLessThanOrEqual(1);
});
