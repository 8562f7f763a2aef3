import { describe, expect, test } from 'vitest';
import { floatBeside } from '../../../server/web/marking/floating.ts';
import { behindWindow, contextArea, cropAspect, sameArea } from '../../../server/web/screenshots/crop-area.ts';
import {
  drawnSize,
  fitScale,
  maxScale,
  pageSize,
  stepScale,
  wheelScale,
  zoomGroup,
} from '../../../server/web/screenshots/zoom.ts';

describe('zoom', () => {
  test('fits the width, but never enlarges a narrow screenshot', () => {
    const stage = { width: 960, height: 800 };
    expect(fitScale(stage, { width: 1440, height: 4000 }, 'fit', 1)).toBeCloseTo(2 / 3);
    expect(fitScale(stage, { width: 390, height: 4000 }, 'fit', 1)).toBe(1);
    // Before the stage is laid out.
    expect(fitScale({ width: 0, height: 0 }, { width: 1440, height: 4000 }, 'whole', 1)).toBe(1);
  });

  test.each([
    [1440, 4000, 0.2],
    [1440, 600, 2 / 3],
    [390, 400, 1],
    [1440, 90_000, 0.02],
  ])('fits the whole of %s × %s pixels', (width, height, scale) => {
    expect(fitScale({ width: 960, height: 800 }, { width, height }, 'whole', 1)).toBeCloseTo(scale);
  });

  const home = {
    index: 0,
    width: 1440,
    height: 900,
    viewport: null,
    page_url: 'https://a.example/',
    page_number: null,
  };
  const phone = { ...home, width: 780, viewport: { scale: 2 } };
  const unknown = { ...home, page_url: null };
  const sheet = { ...unknown, page_number: 1 };
  test.each([
    ['another height of one page', home, { ...home, index: 1, height: 4000 }, true],
    ['another width of one page', home, { ...home, index: 1, width: 1280 }, false],
    ['as many CSS pixels in width', phone, { ...home, index: 1, width: 390 }, true],
    ['another page', home, { ...home, index: 1, page_url: 'https://a.example/terms' }, false],
    ['images of unknown pages', unknown, { ...unknown, index: 1 }, false],
    ['two pages of a PDF', sheet, { ...sheet, index: 1, page_number: 2 }, true],
  ])('a zoom means the same on %s: %s, %s: %s', (_, one, other, same) => {
    expect(zoomGroup(one) === zoomGroup(other)).toBe(same);
  });

  test('shows a phone’s screenshot in the size of the page', () => {
    expect(pageSize({ width: 780, height: 1688, viewport: { scale: 2 } })).toEqual({ width: 390, height: 844 });
  });

  test('at 100 % draws every pixel of the page once, at any pixel ratio', () => {
    const shot = { width: 781, height: 8001, viewport: { scale: 2 } };
    for (const ratio of [1, 1.1, 1.5, 2, 2.625]) {
      const drawn = drawnSize(shot, 1, ratio);
      expect(drawn.width).toBe(390.5);
      expect(drawn.height).toBeCloseTo(4000.5, 1);
    }
  });

  test('draws the rows of two passes equally tall', () => {
    for (const zoom of [0.1, 0.33, 0.6236, 0.68, 1.37]) {
      const [short, long] = [3000, 9137].map((height) => drawnSize({ width: 1440, height, viewport: null }, zoom, 1));
      expect((short?.height ?? 0) / 3000).toBeCloseTo((long?.height ?? 0) / 9137, 12);
    }
  });

  test('steps up and down from any scale and stops at the limits', () => {
    expect(stepScale(0.68, 1)).toBe(0.75);
    expect(stepScale(0.68, -1)).toBe(0.67);
    expect(stepScale(4, 1)).toBe(6);
    expect(stepScale(32, 1)).toBe(32);
    expect(stepScale(0.02, -1)).toBe(0.02);
  });

  test('returns to its start after a wheel step in each direction', () => {
    expect(wheelScale(wheelScale(0.8, 40), -40)).toBeCloseTo(0.8);
    expect(wheelScale(30, -1e6)).toBe(maxScale);
  });
});

describe('before and after', () => {
  const shot = { width: 1440, height: 4000 };

  test('shows the mark with context, inside the screenshot', () => {
    const area = contextArea({ kind: 'point', x: 0, y: 1 }, shot, 4 / 3);
    expect(area).toEqual({ x: 0, y: 3760, width: 320, height: 240 });
  });

  test('holds the whole of a box', () => {
    const area = contextArea({ kind: 'box', x: 0.5, y: 0.5, width: 0.4, height: 0.2 }, shot, 4 / 3);
    expect(area.x).toBeLessThanOrEqual(720);
    expect(area.x + area.width).toBeGreaterThanOrEqual(1296);
    expect(area.y).toBeLessThanOrEqual(2000);
    expect(area.y + area.height).toBeGreaterThanOrEqual(2800);
  });

  test('show the same distance from the top, in screenshot widths, on a screenshot of another size', () => {
    const area = { x: 100, y: 1000, width: 320, height: 240 };
    expect(sameArea(area, shot, { width: 1440, height: 5000 })).toEqual(area);
    expect(sameArea(area, shot, { width: 720, height: 2000 })).toEqual({ x: 50, y: 500, width: 160, height: 120 });
    expect(sameArea(area, shot, { width: 1440, height: 1100 }).y).toBe(860);
    const phone = { viewport: { scale: 2 } };
    expect(sameArea(area, { ...shot, ...phone }, { width: 1300, height: 5000, ...phone })).toEqual(area);
  });

  test('a window over a part of the screenshot shows that part', () => {
    expect(behindWindow({ x: 720, y: 1000, width: 360, height: 250 }, shot)).toEqual({
      width: 400,
      left: -200,
      top: -400,
    });
  });

  test('use a wide window for a wide place', () => {
    expect(cropAspect({ kind: 'box', x: 0, y: 0, width: 0.6, height: 0.02 }, shot)).toBeGreaterThan(2);
    expect(cropAspect({ kind: 'point', x: 0, y: 0 }, shot)).toBeLessThan(2);
  });
});

describe('the composer’s place', () => {
  const bounds = { x: 120, y: 48, width: 1020, height: 796 };
  const size = { width: 320, height: 160 };
  const inside = (spot: { x: number; y: number }) =>
    spot.x >= bounds.x &&
    spot.y >= bounds.y &&
    spot.x + size.width <= bounds.x + bounds.width &&
    spot.y + size.height <= bounds.y + bounds.height;

  test('is beside the mark, and always entirely on the stage', () => {
    for (const x of [120, 300, 700, 1139]) {
      for (const y of [48, 400, 843]) {
        const spot = floatBeside({ x, y, width: 0, height: 0 }, size, bounds);
        expect(inside(spot)).toBe(true);
        expect(spot.x > x || spot.x + size.width < x).toBe(true);
      }
    }
  });

  test('is on the right where it fits, else on the left', () => {
    expect(floatBeside({ x: 300, y: 400, width: 50, height: 9 }, size, bounds)).toEqual({ x: 362, y: 388 });
    expect(floatBeside({ x: 1100, y: 400, width: 40, height: 9 }, size, bounds)).toEqual({ x: 768, y: 388 });
    expect(floatBeside({ x: 1100, y: 840, width: 0, height: 0 }, size, bounds)).toEqual({ x: 768, y: 672 });
  });

  test('is below or above an area as wide as the stage', () => {
    expect(floatBeside({ x: 120, y: 600, width: 1020, height: 20 }, size, bounds)).toEqual({ x: 132, y: 632 });
    const low = floatBeside({ x: 130, y: 600, width: 1000, height: 200 }, size, bounds);
    expect(inside(low)).toBe(true);
    expect(low.y + size.height).toBeLessThanOrEqual(600);
    const high = floatBeside({ x: 130, y: 100, width: 1000, height: 200 }, size, bounds);
    expect(high.y).toBeGreaterThanOrEqual(300);
  });
});
