import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Area, dragHandle, handlePoint, handles, placeAt } from '../../../server/web/marking/geometry.ts';
import { arrowWay, toPixels, withPixels } from '../../../server/web/marking/pixels.ts';
import { inReadingOrder } from '../../../server/web/marking/reading-order.ts';
import { atMostEvery } from '../../../server/web/marking/throttle.ts';
import { frameOf, type StageBox, transformBetween } from '../../../server/web/screenshots/camera.ts';
import { bestShot } from '../../../server/web/screenshots/first-shot.ts';
import { toFraction, toScreen } from '../../../server/web/screenshots/transform.ts';
import { createViewMemory } from '../../../server/web/screenshots/view-memory.ts';

const random = (() => {
  let seed = 42;
  return () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return seed / 2 ** 32;
  };
})();

describe('the eight handles of a box', () => {
  const area = { x: 0.25, y: 0.25, width: 0.5, height: 0.25 };

  test('each move their own edges and leave the others', () => {
    const to = { x: 0.5, y: 0.375 };
    const edges = ({ x, y, width, height }: Area) => ({ w: x, n: y, e: x + width, s: y + height });
    for (const handle of handles) {
      const before = edges(area);
      const after = edges(dragHandle(area, handle, to));
      for (const edge of ['n', 'e', 's', 'w'] as const) {
        const goal = edge === 'n' || edge === 's' ? to.y : to.x;
        expect(after[edge], `${handle}: ${edge}`).toBeCloseTo(handle.includes(edge) ? goal : before[edge], 10);
      }
    }
  });

  test('dragged to their own place change nothing, and never leave the screenshot', () => {
    let tries = 0;
    for (const handle of handles) {
      const same = dragHandle(area, handle, handlePoint(area, handle));
      for (const side of ['x', 'y', 'width', 'height'] as const) expect(same[side]).toBeCloseTo(area[side], 10);
      for (let turn = 0; turn < 500; turn += 1, tries += 1) {
        const box = dragHandle(area, handle, { x: random() * 4 - 2, y: random() * 4 - 2 });
        expect(Math.min(box.x, box.y, box.width, box.height)).toBeGreaterThanOrEqual(0);
        expect(Math.max(box.x + box.width, box.y + box.height)).toBeLessThanOrEqual(1 + 1e-12);
      }
    }
    console.log(`${tries.toLocaleString('en')} drags of 8 handles: 0 boxes beside the shot`);
  });
});

describe('place and size in pixels', () => {
  const shot = { width: 1440, height: 16_000 };

  test('survive typing and reading to the pixel on a screenshot of 16,000 px', () => {
    let tries = 0;
    const start = { kind: 'box', x: 0.1, y: 0.1, width: 0.1, height: 0.01 } as const;
    for (let y = 0; y < 15_000; y += 7, tries += 1) {
      expect(toPixels(withPixels(start, 'y', y, shot), shot).y).toBe(y);
      expect(toPixels(withPixels(start, 'height', Math.max(1, y / 7), shot), shot).height).toBe(Math.max(1, y / 7));
    }
    console.log(`${(tries * 2).toLocaleString('en')} typed numbers read back, 0 off by a pixel`);
  });

  test('keep a box on the screenshot with its size, and at least one pixel large', () => {
    const box = { kind: 'box', x: 0.5, y: 0.5, width: 0.25, height: 0.25 } as const;
    expect(withPixels(box, 'x', 9_999, shot)).toMatchObject({ x: 0.75, width: 0.25 });
    expect(toPixels(withPixels(box, 'width', 0, shot), shot).width).toBe(1);
    expect(withPixels(box, 'width', 9_999, shot)).toMatchObject({ x: 0.5, width: 0.5 });
    expect(withPixels(box, 'y', 99_999, shot)).toEqual({ ...box, y: 0.75 });
    expect(withPixels(box, 'x', Number.NaN, shot)).toEqual(box);
    const point = { kind: 'point', x: 1 / 3, y: 0.5 } as const;
    expect([withPixels(point, 'width', 20, shot), withPixels(point, 'height', 20, shot)]).toEqual([point, point]);
  });

  test('change by one pixel with the arrow keys, with Shift by ten', () => {
    const press = (key: string, held = {}) =>
      arrowWay({ key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...held });
    expect(press('ArrowLeft')).toEqual({ x: -1, y: 0 });
    expect(press('ArrowDown', { shiftKey: true })).toEqual({ x: 0, y: 10 });
    expect(press('Enter')).toBeNull();
    // Alt and the left arrow go back in the browser.
    for (const held of ['altKey', 'ctrlKey', 'metaKey']) expect(press('ArrowLeft', { [held]: true })).toBeNull();
  });

  test('put the middle of a box where a click is, moved inside', () => {
    const box = { kind: 'box', x: 0, y: 0, width: 0.5, height: 0.5 } as const;
    expect(placeAt(box, { x: 0.5, y: 0.5 })).toMatchObject({ x: 0.25, y: 0.25 });
    expect(placeAt(box, { x: 0.9, y: 0.1 })).toMatchObject({ x: 0.5, y: 0 });
  });
});

describe('a zoom', () => {
  const padding = { left: 24, right: 24, top: 24, bottom: 24 };
  const stage: StageBox = { left: 120, top: 48, width: 1000, height: 800, padding };

  test('keeps the place under the pointer as far as scrolling can, and shows at most the padding around', () => {
    let held = 0;
    for (let turn = 0; turn < 2_000; turn += 1) {
      const size = { width: 200 + random() * 4_000, height: 200 + random() * 9_000 };
      const hold = {
        fraction: { x: random(), y: random() },
        screen: { x: 120 + random() * 1_000, y: 48 + random() * 800 },
      };
      const frame = frameOf(stage, size, hold);
      const at = toScreen(frame, hold.fraction);
      if (Math.abs(at.x - hold.screen.x) < 1e-6 && Math.abs(at.y - hold.screen.y) < 1e-6) held += 1;
      if (size.width + 48 <= stage.width) expect(frame.left).toBeCloseTo(120 + (1_000 - size.width) / 2, 6);
      else {
        expect(frame.left).toBeLessThanOrEqual(stage.left + padding.left + 1e-6);
        expect(frame.left + size.width).toBeGreaterThanOrEqual(stage.left + stage.width - padding.right - 1e-6);
      }
      expect(frame.top).toBeLessThanOrEqual(stage.top + padding.top + 1e-6);
    }
    console.log(`2,000 zooms: ${held} held exactly under the pointer, the others at an end of the scroll`);
    expect(held).toBeGreaterThan(300);
  });

  test('places the screenshot by its transform where its frame is', () => {
    const from = { left: 144, top: 72, width: 500, height: 1_000 };
    const to = frameOf(
      stage,
      { width: 2_000, height: 4_000 },
      { fraction: { x: 0.5, y: 0.5 }, screen: { x: 600, y: 400 } },
    );
    const [, x = '', y = '', scale = ''] =
      /translate\((\S+)px, (\S+)px\) scale\((\S+),/.exec(transformBetween(from, to)) ?? [];
    const corner = { x: from.left + Number(x) + from.width * Number(scale), y: from.top + Number(y) };
    expect(toFraction(to, corner).x).toBeCloseTo(1, 6);
    expect(toFraction(to, corner).y).toBeCloseTo(0, 6);
  });
});

test('markers are read line by line from the top, and in a line from the left', () => {
  const mark = (id: number, x: number, y: number) => ({ id, kind: 'point' as const, x, y, width: null, height: null });
  const marks = [mark(1, 0.9, 0.101), mark(2, 0.1, 0.5), mark(3, 0.1, 0.1), mark(4, 0.1, 0.1)];
  expect(inReadingOrder(marks, { width: 1000, height: 1000 }).map(({ id }) => id)).toEqual([3, 4, 1, 2]);
});

test('a narrow screen opens the screenshot of the page that fits it', () => {
  const shot = (index: number, width: number | null, page = 'https://a.example/') => ({
    index,
    page_url: page,
    viewport: width === null ? null : { width },
    base_change: null,
  });
  const kind = 'identical' as const;
  const same = { kind, share: 0, diff_url: null, areas: [], before: null, approved_in: null, noise: [] };
  const unchanged = { ...shot(0, 1440), base_change: same };
  expect(bestShot([unchanged, shot(1, 390), shot(2, 1440)], 1440)?.index).toBe(1);
  expect(bestShot([unchanged, { ...shot(1, 390), base_change: same }], 390)?.index).toBe(1);
  expect(bestShot([shot(0, 1440), shot(1, 390)], 390)?.index).toBe(1);
  expect(bestShot([shot(0, 1440), shot(1, 768), shot(2, 412)], 390)?.index).toBe(2);
  expect(bestShot([shot(0, 1440), shot(1, 390)], 1440)?.index).toBe(0);
  expect(bestShot([shot(0, 1440), shot(1, 390, 'https://b.example/')], 390)?.index).toBe(0);
  expect(bestShot([shot(0, null), shot(1, 390)], 390)?.index).toBe(0);
  expect(bestShot([], 390)).toBeUndefined();
});

test('announcements are limited to one per interval, and the last always comes', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const reported: number[] = [];
  const report = atMostEvery(20, (value: number) => reported.push(value));
  for (let value = 0; value <= 50; value += 1) report(value);
  expect(reported).toEqual([0]);
  vi.advanceTimersByTime(100);
  expect(reported).toEqual([0, 50]);
  report(51);
  expect(reported).toEqual([0, 50, 51]);
});

describe('the remembered view of a screenshot', () => {
  test('is found by its label in the same chain, and nowhere else', () => {
    const kept = new Map<string, string>();
    const storage = () => ({
      setItem: (key: string, value: string) => void kept.set(key, value),
      getItem: (key: string) => kept.get(key) ?? null,
    });
    createViewMemory(storage, 'chain').keep('Desktop', { fraction: { x: 0.5, y: 0.3 }, zoom: 1.5 });
    expect(createViewMemory(storage, 'chain').find('Desktop')).toEqual({ fraction: { x: 0.5, y: 0.3 }, zoom: 1.5 });
    expect(createViewMemory(storage, 'other').find('Desktop')).toBeNull();
    kept.set('sightline:look:chain:Mobile', '{"fraction":{"x":"a"},"zoom":99}');
    expect(createViewMemory(storage, 'chain').find('Mobile')).toBeNull();
  });

  test('is optional where the browser stores nothing', () => {
    const memory = createViewMemory(() => {
      throw new Error('refused');
    }, 'chain');
    memory.keep('Desktop', { fraction: { x: 0, y: 0 }, zoom: 'fit' });
    expect(memory.find('Desktop')).toBeNull();
  });
});
