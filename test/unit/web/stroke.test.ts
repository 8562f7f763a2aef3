import { describe, expect, test } from 'vitest';
import { MAX_POINTS, MAX_REACH } from '../../../server/contract/strokes.ts';
import { fromBox, keyedArrow, simplify, strokeOf, toBox } from '../../../server/web/drawing/stroke.ts';

const box = { x: 0.25, y: 0.5, width: 0.5, height: 0.25 };
const size = { width: 1000, height: 800 };

describe('a path of the pointer', () => {
  const path = [
    { x: 0, y: 0.5 },
    { x: 0.3, y: 0.9 },
    { x: 0.5, y: 0.75 },
  ];

  test('becomes a line in fractions of the box', () => {
    expect(strokeOf('line', path, box, size)).toEqual({
      kind: 'line',
      points: [
        { x: -0.5, y: 0 },
        { x: 0.1, y: 1.6 },
        { x: 0.5, y: 1 },
      ],
    });
  });

  test('becomes a straight arrow from its start to its end', () => {
    expect(strokeOf('arrow', path, box, size)?.points).toEqual([
      { x: -0.5, y: 0 },
      { x: 0.5, y: 1 },
    ]);
  });

  test('stays on the screenshot', () => {
    const beyond = strokeOf(
      'arrow',
      [
        { x: -3, y: 0.5 },
        { x: 0.5, y: 7 },
      ],
      box,
      size,
    );
    expect(beyond?.points.map((point) => fromBox(point, box))).toEqual([
      { x: 0, y: 0.5 },
      { x: 0.5, y: 1 },
    ]);
  });

  test('of a slip is no stroke; a line that returns to its start is one', () => {
    const slip = [
      { x: 0.5, y: 0.5 },
      { x: 0.504, y: 0.502 },
    ];
    expect([strokeOf('line', slip, box, size), strokeOf('arrow', slip, box, size)]).toEqual([null, null]);
    const ring = [
      { x: 0.5, y: 0.5 },
      { x: 0.6, y: 0.6 },
      { x: 0.5, y: 0.5 },
    ];
    expect([strokeOf('line', ring, box, size)?.points.length, strokeOf('arrow', ring, box, size)]).toEqual([3, null]);
  });

  test('has at most as many points as the service takes', () => {
    const jagged = Array.from({ length: 2000 }, (_, at) => ({ x: at / 2000, y: 0.5 + (at % 2) / 40 }));
    const points = strokeOf('line', jagged, box, size)?.points ?? [];
    expect(points.length).toBeGreaterThan(1);
    expect(points.length).toBeLessThanOrEqual(MAX_POINTS);
  });
});

test('points on a straight line are left out, corners stay', () => {
  const points = Array.from({ length: 21 }, (_, at) => ({ x: Math.min(at, 10) * 10, y: Math.max(0, at - 10) * 10 }));
  expect(simplify(points, 1)).toEqual([
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 100 },
  ]);
});

test('a stroke from far away reaches as far from a tiny box as the service takes', () => {
  const tiny = { x: 0.999, y: 0.999, width: 0.0001, height: 0.0001 };
  expect(toBox({ x: 0, y: 0 }, tiny)).toEqual({ x: -MAX_REACH, y: -MAX_REACH });
});

test.each([
  ['in the middle', box],
  ['in the upper left corner', { x: 0, y: 0, width: 0.1, height: 0.1 }],
  ['in the lower right corner', { x: 0.9, y: 0.9, width: 0.1, height: 0.1 }],
])('an arrow that a key adds to a box %s has its full length', (_, area) => {
  const [start, tip] = keyedArrow(area, size).points.map((point) => fromBox(point, area));
  expect(Math.abs((tip?.x ?? 0) - (start?.x ?? 0)) * size.width).toBeCloseTo(120, 1);
  expect(Math.abs((tip?.y ?? 0) - (start?.y ?? 0)) * size.height).toBeCloseTo(80, 1);
});
