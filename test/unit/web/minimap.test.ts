import { expect, test } from 'vitest';
import { centreOn, isTall, shownPart } from '../../../server/web/screenshots/minimap-view.ts';

const stage = { top: 100, height: 800 };

test.each([
  ['from its top', { top: 124, height: 8000 }, { top: 0, height: 0.097 }],
  ['in its middle', { top: -3900, height: 8000 }, { top: 0.5, height: 0.1 }],
  ['at its end', { top: -7124, height: 8000 }, { top: 0.903, height: 0.097 }],
])('the part in view is known %s', (_, image, expected) => {
  const { top, height } = shownPart(image, stage);
  expect([top, height]).toEqual([expect.closeTo(expected.top, 6), expect.closeTo(expected.height, 6)]);
});

test('a press brings its row to the middle of the stage', () => {
  const image = { top: -900, height: 8000 };
  const by = centreOn(0.5, image, stage);
  const { top, height } = shownPart({ ...image, top: image.top - by }, stage);
  expect(top + height / 2).toBeCloseTo(0.5);
});

test('only a screenshot of some windows has an overview', () => {
  const page = { width: 1440, height: 6000 };
  expect([isTall(page, 2500, 800), isTall(page, 1900, 800), isTall(page, 2500, 0)]).toEqual([true, false, false]);
  expect(isTall({ width: 600, height: 200 }, 4800, 800)).toBe(false);
});
