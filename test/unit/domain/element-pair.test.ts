import { describe, expect, test } from 'vitest';
import { elementPair } from '../../../server/domain/mark/element-pair.ts';

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
const was = { box: box(100, 500, 200, 50), scale: 1 };
const now = { box: box(130, 620, 200, 50), scale: 1 };
const shot = { width: 1000, height: 2000, pixelRatio: 1 };
const place = (x: number, y: number, width?: number, height?: number) => ({
  x: x / 1000,
  y: y / 2000,
  width: width === undefined ? null : width / 1000,
  height: height === undefined ? null : height / 2000,
});
const rounded = (mark: ReturnType<typeof place>, then = was, later = now) => {
  const pair = elementPair(mark, shot, then, later);
  return pair === null ? null : [pair.before, pair.after].map((each) => Object.values(each).map(Math.round));
};

describe('the parts of two screenshots that are compared for a mark', () => {
  test.each([
    ['a box a little larger', place(90, 490, 220, 70), [100, 500, 200, 50], [130, 620, 200, 50]],
    ['a box inside it', place(150, 510, 20, 20), [150, 510, 20, 20], [180, 630, 20, 20]],
    ['a point in it', place(200, 525), [152, 500, 96, 50], [182, 620, 96, 50]],
    ['a point near its edge', place(110, 525), [100, 500, 58, 50], [130, 620, 58, 50]],
  ])('%s', (_, mark, before, after) => {
    expect(rounded(mark)).toEqual([before, after]);
  });

  test('are the whole element, before and after, when its size changed', () => {
    const later = { ...now, box: box(130, 620, 210, 60) };
    for (const mark of [place(100, 500, 200, 50), place(150, 510, 20, 20), place(200, 525)]) {
      expect(rounded(mark, was, later)).toEqual([
        [100, 500, 200, 50],
        [130, 620, 210, 60],
      ]);
    }
  });

  test('are in the pixels of the screenshot', () => {
    const [then, later] = [was, now].map((each) => ({ ...each, scale: 2 }));
    expect(rounded(place(200, 1000, 400, 100), then, later)).toEqual([
      [200, 1000, 400, 100],
      [260, 1240, 400, 100],
    ]);
  });

  test.each([
    ['its pixels are others', place(100, 500, 200, 50), { ...now, scale: 2 }],
    ['the mark goes far beyond it', place(100, 450, 200, 100), now],
    ['the mark is beside it', place(400, 800), now],
  ])('are null when %s', (_, mark, later) => {
    expect(rounded(mark, was, later)).toBeNull();
  });
});
