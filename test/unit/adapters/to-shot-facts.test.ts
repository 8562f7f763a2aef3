import { expect, test } from 'vitest';
import { toPixels } from '../../../server/adapters/capture-view/to-shot-facts.ts';
import { sizeWords } from '../../../server/checklist/support/near.ts';

test.each([1, 2])('a box at fractions of a pixel keeps its size in an image with %i pixels per CSS pixel', (scale) => {
  const button = toPixels({ x: 100.25, y: 73.5, width: 32, height: 10 }, scale);
  expect(button).toEqual({ x: 100.25 * scale, y: 73.5 * scale, width: 32 * scale, height: 10 * scale });
  expect(sizeWords(button, scale)).toBe('32 × 10 px');
});
