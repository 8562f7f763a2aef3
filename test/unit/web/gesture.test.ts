import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Area, Place } from '../../../server/web/marking/geometry.ts';
import { createGesture, longPress } from '../../../server/web/marking/gesture.ts';

// Fake timers, so that no test depends on the speed of the machine.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function onShot(boxTool = false) {
  const placed: Place[] = [];
  const previews: (Area | null)[] = [];
  const gesture = createGesture({
    frame: () => ({ left: 100, top: 0, width: 1000, height: 2000 }),
    boxTool: () => boxTool,
    preview: (area) => previews.push(area),
    place: (place) => placed.push(place),
  });
  return { gesture, placed, previews };
}

describe('a mouse', () => {
  test('that moves a little places a point where it went down', () => {
    const { gesture, placed } = onShot();
    gesture.down({ x: 350, y: 500 }, 'mouse');
    gesture.move({ x: 352, y: 501 });
    gesture.up({ x: 352, y: 501 });
    expect(placed).toEqual([{ kind: 'point', x: 0.25, y: 0.25 }]);
  });

  test('that drags places a box in any direction, cut at the screenshot’s edges', () => {
    const { gesture, placed, previews } = onShot();
    gesture.down({ x: 600, y: 1000 }, 'mouse');
    gesture.move({ x: 90, y: 500 });
    expect(previews.at(-1)).toEqual({ x: 0, y: 0.25, width: 0.5, height: 0.25 });
    gesture.up({ x: 90, y: 500 });
    expect(placed).toEqual([{ kind: 'box', x: 0, y: 0.25, width: 0.5, height: 0.25 }]);
    expect(previews.at(-1)).toBeNull();
  });

  test('draws an area from a drag of more than four pixels, but none from a rest or a hover', () => {
    const { gesture, placed, previews } = onShot();
    gesture.move({ x: 900, y: 900 });
    gesture.down({ x: 350, y: 500 }, 'mouse');
    vi.advanceTimersByTime(longPress * 2);
    expect([gesture.drawing(), previews]).toEqual([false, [null]]);
    gesture.move({ x: 356, y: 506 });
    gesture.up({ x: 356, y: 506 });
    expect(placed).toEqual([
      { kind: 'box', x: 0.25, y: 0.25, width: expect.closeTo(0.006), height: expect.closeTo(0.003) },
    ]);
  });

  test('that drags along a line places a point', () => {
    const { gesture, placed } = onShot();
    gesture.down({ x: 350, y: 500 }, 'mouse');
    gesture.move({ x: 450, y: 502 });
    gesture.up({ x: 450, y: 502 });
    expect(placed).toEqual([{ kind: 'point', x: 0.25, y: 0.25 }]);
  });
});

describe('a finger', () => {
  test('that taps places a point', () => {
    const { gesture, placed } = onShot();
    gesture.down({ x: 350, y: 500 }, 'touch');
    gesture.up({ x: 355, y: 504 });
    expect(placed).toEqual([{ kind: 'point', x: 0.25, y: 0.25 }]);
  });

  test('that moves first scrolls and places nothing', () => {
    const { gesture, placed } = onShot();
    gesture.down({ x: 350, y: 500 }, 'touch');
    gesture.move({ x: 350, y: 450 });
    vi.advanceTimersByTime(longPress * 2);
    gesture.up({ x: 350, y: 500 });
    expect(placed).toEqual([]);
  });

  test('that rests and then drags places a box', () => {
    const { gesture, placed } = onShot();
    gesture.down({ x: 350, y: 500 }, 'touch');
    vi.advanceTimersByTime(longPress);
    expect(gesture.drawing()).toBe(true);
    gesture.move({ x: 600, y: 1000 });
    gesture.up({ x: 600, y: 1000 });
    expect(placed).toEqual([{ kind: 'box', x: 0.25, y: 0.25, width: 0.25, height: 0.25 }]);
  });

  test('that rests and lifts leaves a box around it', () => {
    const { gesture, placed, previews } = onShot();
    gesture.down({ x: 600, y: 1000 }, 'touch');
    vi.advanceTimersByTime(longPress);
    const around = { x: 0.444, y: 0.482, width: 0.112, height: 0.036 };
    expect(previews).toEqual([null, around]);
    gesture.up({ x: 600, y: 1000 });
    expect(placed).toEqual([{ kind: 'box', ...around }]);
  });

  test('that uses the area tool draws at once', () => {
    const { gesture, placed } = onShot(true);
    gesture.down({ x: 350, y: 500 }, 'touch');
    gesture.move({ x: 600, y: 1000 });
    gesture.up({ x: 600, y: 1000 });
    expect(placed).toEqual([{ kind: 'box', x: 0.25, y: 0.25, width: 0.25, height: 0.25 }]);
  });

  test('that is joined by a second one places nothing', () => {
    const { gesture, placed } = onShot();
    gesture.down({ x: 350, y: 500 }, 'touch');
    gesture.cancel();
    gesture.up({ x: 350, y: 500 });
    expect(placed).toEqual([]);
  });
});
