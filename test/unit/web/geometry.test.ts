import { describe, expect, test } from 'vitest';
import {
  areaAround,
  areaBetween,
  dragCorner,
  movePlace,
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
