import { describe, expect, test } from 'vitest';
import { sameFields } from '../../../server/contract/mark-fields.ts';
import { boxAround, linesOf, type Stroke } from '../../../server/contract/strokes.ts';

const shot = { width: 1000, height: 500 };
const box = { x: 0.125, y: 0.25, width: 0.25, height: 0.5 };
const line: Stroke = {
  kind: 'line',
  points: [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
    { x: -0.5, y: 0.5 },
  ],
};

describe('the lines of strokes', () => {
  test('are in pixels, and move and scale with the box', () => {
    expect(linesOf([line], box, shot)).toEqual([
      [
        { x: 125, y: 125 },
        { x: 375, y: 375 },
        { x: 0, y: 250 },
      ],
    ]);
    const moved = linesOf([line], { x: 0.5, y: 0, width: 0.1, height: 0.8 }, shot);
    expect(moved[0]?.map(({ x, y }) => [Math.round(x), Math.round(y)])).toEqual([
      [500, 0],
      [600, 400],
      [450, 200],
    ]);
  });

  test('of a point are none', () => {
    expect(linesOf([line], { x: 0.1, y: 0.2, width: null, height: null }, shot)).toEqual([]);
  });

  test.each<[string, number, number]>([
    ['is at most a fiftieth of the screenshot long', 0.8, 20],
    ['is shorter than a short arrow', 0.02, 8],
  ])('the head of an arrow %s', (_, length, side) => {
    const whole = { x: 0, y: 0, width: 1, height: 1 };
    const points = [
      { x: 0.1, y: 0.5 },
      { x: 0.1 + length, y: 0.5 },
    ];
    const [, head = []] = linesOf([{ kind: 'arrow', points }], whole, shot);
    const [one, tip, other] = head;
    expect(tip).toEqual({ x: (0.1 + length) * 1000, y: 250 });
    for (const end of [one, other]) {
      expect(Math.hypot((end?.x ?? 0) - (tip?.x ?? 0), (end?.y ?? 0) - (tip?.y ?? 0))).toBeCloseTo(side);
      expect(end?.x).toBeLessThan(tip?.x ?? 0);
    }
    expect((one?.y ?? 0) - 250).toBeCloseTo(250 - (other?.y ?? 0));
  });

  test('an arrow that trembles at its end points where it was drawn to', () => {
    const points = [
      { x: 0.1, y: 0.5 },
      { x: 0.5, y: 0.5 },
      { x: 0.499, y: 0.501 },
    ];
    const [, head = []] = linesOf([{ kind: 'arrow', points }], { x: 0, y: 0, width: 1, height: 1 }, shot);
    expect(head.every(({ x }) => x <= 499.0001)).toBe(true);
  });

  test('an arrow that goes nowhere has no head', () => {
    const points = [
      { x: 0.5, y: 0.5 },
      { x: 0.5, y: 0.5 },
    ];
    expect(linesOf([{ kind: 'arrow', points }], box, shot)).toHaveLength(1);
  });
});

test('a box around a mark and its lines has both', () => {
  const pixels = { x: 125, y: 125, width: 200, height: 200 };
  expect(boxAround(pixels, linesOf([line], box, shot))).toEqual({ x: 0, y: 125, width: 375, height: 250 });
  expect(boxAround(pixels, [])).toEqual(pixels);
});

test.each<[string, Stroke[], boolean]>([
  ['the same points', [structuredClone(line)], true],
  ['another kind', [{ ...line, kind: 'arrow' }], false],
  ['a point less', [{ ...line, points: line.points.slice(1) }], false],
  ['none', [], false],
])('strokes with %s are the same: %s', (_, strokes, same) => {
  const words = { body: 'Too pale', must_fix: true };
  expect(sameFields({ ...words, strokes: [line] }, { ...words, strokes })).toBe(same);
});
