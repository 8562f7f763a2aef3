import { describe, expect, test } from 'vitest';
import { layStrips, stripsOf, stripsUnder, stripUrl } from '../../server/web/mark/strips.ts';

const tall = { height: 15_001, tile_height: 2000 };

describe('the strips of a tall shot', () => {
  test('cover every row once, the last what is left; a shot shown whole has none', () => {
    const strips = stripsOf(tall);
    expect(strips.map(({ top }) => top)).toEqual([0, 2000, 4000, 6000, 8000, 10_000, 12_000, 14_000]);
    expect(strips.map(({ height }) => height)).toEqual([...Array.from({ length: 7 }, () => 2000), 1001]);
    expect(stripsOf({ height: 4000, tile_height: 2000 })).toHaveLength(2);
    expect(stripsOf({ height: 900, tile_height: null })).toEqual([]);
  });

  test('lie beside the picture under another last part', () => {
    expect(stripUrl('/p/abc/shot', 0)).toBe('/p/abc/tile-0');
    expect(stripUrl('/p/abc/shot?v=2', 11)).toBe('/p/abc/tile-11?v=2');
  });

  test('a crop needs only those that it shows', () => {
    const under = (y: number, height: number) =>
      stripsUnder(stripsOf(tall), { x: 0, y, width: 10, height }).map(({ at }) => at);
    expect(under(100, 240)).toEqual([0]);
    expect(under(1900, 240)).toEqual([0, 1]);
    expect(under(2000, 2000)).toEqual([1]);
    expect(under(14_900, 101)).toEqual([7]);
  });
});

test('laid out at any scale on any screen they fill the picture, begin on whole pixels, and leave no gap', () => {
  let laid = 0;
  for (const pixelRatio of [1, 1.1, 1.25, 1.5, 1.75, 2, 2.625, 3]) {
    for (let percent = 10; percent <= 400; percent += 3) {
      const drawn = Math.round((tall.height * percent) / 100);
      const strips = layStrips(stripsOf(tall), tall.height, drawn, pixelRatio);
      const ends = strips.map(({ top, height }) => top + height);
      expect(strips[0]?.top).toBe(0);
      expect(ends.at(-1)).toBeCloseTo(drawn, 6);
      for (const [at, { top }] of strips.entries()) {
        expect(Math.abs(top * pixelRatio - Math.round(top * pixelRatio))).toBeLessThan(1e-6);
        const over = at === 0 ? 1 : ((ends[at - 1] ?? 0) - top) * pixelRatio;
        expect(over).toBeGreaterThan(0.9);
        expect(over).toBeLessThan(2.1);
        // Where a row of the shot is drawn is told by the picture as a whole, never by its strip.
        expect(Math.abs(top - (at * 2000 * drawn) / tall.height)).toBeLessThanOrEqual(0.5 / pixelRatio + 1e-6);
        laid += 1;
      }
    }
  }
  console.log(`${laid.toLocaleString('en')} strips laid out: 0 gaps`);
});
