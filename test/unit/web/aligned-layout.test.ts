import { describe, expect, test } from 'vitest';
import { alignedLayout, laidRow, pathOf } from '../../../server/web/compare/aligned-layout.ts';

const image = (height: number, scale?: number) => ({
  width: 100,
  height,
  ...(scale === undefined ? {} : { viewport: { scale } }),
});
const layout = (
  rows: [number, number, number][],
  before: number,
  now: number,
  blocks: [number, number, number, number, number][] = [],
  hidden: typeof blocks = [],
) => alignedLayout({ rows, blocks, hidden }, image(before), image(now));

describe('the layout of the earlier image over the later one', () => {
  test.each([
    [
      'rows were inserted at the top',
      [[0, 30, 200]] as const,
      200,
      230,
      { slices: [{ from: 0, at: 30, length: 200 }], seams: [], gaps: [{ at: 0, length: 30 }] },
    ],
    [
      'rows were removed in the middle',
      [
        [0, 0, 50],
        [90, 50, 110],
      ] as const,
      200,
      160,
      {
        slices: [
          { from: 0, at: 0, length: 50 },
          { from: 90, at: 50, length: 110 },
        ],
        seams: [{ from: 50, at: 50, length: 40, x: 0, width: 100 }],
        gaps: [],
      },
    ],
    [
      'rows were replaced by more rows',
      [
        [0, 0, 50],
        [90, 110, 110],
      ] as const,
      200,
      220,
      {
        slices: [
          { from: 0, at: 0, length: 90 },
          { from: 90, at: 110, length: 110 },
        ],
        seams: [],
        gaps: [{ at: 90, length: 20 }],
      },
    ],
    [
      'rows were replaced by fewer rows at the end',
      [[10, 0, 150]] as const,
      200,
      160,
      {
        slices: [{ from: 10, at: 0, length: 160 }],
        seams: [
          { from: 0, at: 0, length: 10, x: 0, width: 100 },
          { from: 170, at: 160, length: 30, x: 0, width: 100 },
        ],
        gaps: [],
      },
    ],
  ])('when %s', (_, rows, before, now, expected) => {
    expect(layout(rows.map(([...run]) => run) as [number, number, number][], before, now)).toEqual({
      ...expected,
      layers: [],
    });
  });

  test('there is none when every row stayed, or the pixels have another size', () => {
    expect(layout([[0, 0, 200]], 200, 240)).toBeNull();
    expect(
      layout(
        [
          [0, 0, 50],
          [60, 60, 140],
        ],
        200,
        200,
      ),
    ).toBeNull();
    expect(alignedLayout({ rows: [[0, 30, 200]], blocks: [], hidden: [] }, image(200, 1), image(230, 2))).toBeNull();
    expect(
      alignedLayout({ rows: [[0, 30, 200]], blocks: [], hidden: [] }, image(200, 2), image(230, 2)),
    ).not.toBeNull();
  });

  test('a place of the earlier image is where its content is', () => {
    const moved = layout(
      [
        [0, 0, 50],
        [90, 80, 110],
      ],
      200,
      190,
      [[0, 100, 40, 20, 100]],
    );
    if (moved === null) throw new Error('no layout');
    expect(laidRow(moved, { x: 60, y: 20 })).toBe(20);
    expect(laidRow(moved, { x: 60, y: 120 })).toBe(110);
    expect(laidRow(moved, { x: 10, y: 110 })).toBe(110);
    expect(laidRow(moved, { x: 10, y: 130 })).toBe(120);
    expect(laidRow(moved, { x: 60, y: 85 })).toBe(80);
  });

  test('boxes become a path in CSS pixels', () => {
    expect(
      pathOf(
        [
          [10, 20, 30, 40],
          [0, 0, 4, 4],
        ],
        { x: 0.5, y: 2 },
      ),
    ).toBe('M5 40h15v80h-15zM0 0h2v8h-2z');
  });
});
