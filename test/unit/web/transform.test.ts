import { expect, test } from 'vitest';
import { areaToScreen, scrollToHold, toFraction, toScreen } from '../../../server/web/screenshots/transform.ts';

// A 1440 × 16,000 screenshot drawn at two thirds, scrolled far down.
const frame = { left: 143.5, top: -8211.25, width: 960, height: 10_666.67 };

test('screen to screenshot and back returns the same place to a hundredth of a pixel', () => {
  for (const screen of [
    { x: 143.5, y: 48 },
    { x: 700.3, y: 512.7 },
    { x: 1103.5, y: 843 },
  ]) {
    const back = toScreen(frame, toFraction(frame, screen));
    expect(back.x).toBeCloseTo(screen.x, 2);
    expect(back.y).toBeCloseTo(screen.y, 2);
  }
});

test('places outside the screenshot are reported, not cut', () => {
  expect(toFraction(frame, { x: 143.5 - 96, y: 0 }).x).toBeCloseTo(-0.1);
});

test('an area keeps its share of the screenshot', () => {
  const area = areaToScreen(frame, { x: 0.5, y: 0, width: 0.25, height: 0.5 });
  expect(area).toEqual({ x: 623.5, y: -8211.25, width: 240, height: 5333.335 });
});

test('scrolling by the returned distance brings the held place back under the pointer', () => {
  const pointer = { x: 600, y: 400 };
  const held = toFraction(frame, pointer);
  const zoomed = { left: 20, top: -9000, width: 1440, height: 16_000 };
  const by = scrollToHold(zoomed, held, pointer);
  const scrolled = { ...zoomed, left: zoomed.left - by.x, top: zoomed.top - by.y };
  expect(toScreen(scrolled, held).x).toBeCloseTo(pointer.x);
  expect(toScreen(scrolled, held).y).toBeCloseTo(pointer.y);
});
