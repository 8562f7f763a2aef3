import { describe, expect, test } from 'vitest';
import { layStrips, stripsOf, stripsUnder, stripUrl } from '../../../server/web/screenshots/strip-layout.ts';
import { drawnSize } from '../../../server/web/screenshots/zoom.ts';

const tall = { height: 15_001, tile_height: 2000 };

describe('the strips of a tall screenshot', () => {
  test('cover every row once, the last strip with the rest; a screenshot shown whole has none', () => {
    const strips = stripsOf(tall);
    expect(strips.map(({ top }) => top)).toEqual([0, 2000, 4000, 6000, 8000, 10_000, 12_000, 14_000]);
    expect(strips.map(({ height }) => height)).toEqual([...Array.from({ length: 7 }, () => 2000), 1001]);
    expect(stripsOf({ height: 4000, tile_height: 2000 })).toHaveLength(2);
    expect(stripsOf({ height: 900, tile_height: null })).toEqual([]);
  });

  test('have the screenshot’s URL with another last part', () => {
    expect(stripUrl('/p/abc/shot', 0)).toBe('/p/abc/tile-0');
    expect(stripUrl('/p/abc/shot?v=2', 11)).toBe('/p/abc/tile-11?v=2');
  });

  test('are limited to those that a crop shows', () => {
    const under = (y: number, height: number) =>
      stripsUnder(stripsOf(tall), { x: 0, y, width: 10, height }).map(({ at }) => at);
    expect(under(100, 240)).toEqual([0]);
    expect(under(1900, 240)).toEqual([0, 1]);
    expect(under(2000, 2000)).toEqual([1]);
    expect(under(14_900, 101)).toEqual([7]);
  });
});

test('strips fill the image at any zoom on any screen, with every row equally tall', () => {
  let laid = 0;
  for (const pixelRatio of [1, 1.1, 1.25, 1.5, 1.75, 2, 2.625, 3]) {
    for (let percent = 10; percent <= 400; percent += 3) {
      const { height: drawn } = drawnSize({ ...tall, width: 1440, viewport: null }, percent / 100, pixelRatio);
      const strips = layStrips(stripsOf(tall), tall.height, drawn);
      expect(Math.abs(drawn / tall.height - percent / 100) * 2000).toBeLessThan(4.001);
      for (const [at, { top, height }] of strips.entries()) {
        const above = strips[at - 1];
        expect(top).toBeCloseTo(above === undefined ? 0 : above.top + above.height, 6);
        expect(height / drawn).toBeCloseTo((at === 7 ? 1001 : 2000) / tall.height, 9);
        // Strips meet on a whole device pixel, so that no line shows between them.
        expect(Math.abs(top * pixelRatio - Math.round(top * pixelRatio))).toBeLessThan(1e-6);
        laid += 1;
      }
    }
  }
  console.log(`${laid.toLocaleString('en')} strips laid out`);
});
