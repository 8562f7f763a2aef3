import { expect, test } from 'vitest';
import { isImage, sizeWithin } from '../../../server/web/reference/shrink.ts';

test.each([
  [
    { width: 800, height: 600 },
    { width: 800, height: 600 },
  ],
  [
    { width: 3200, height: 1600 },
    { width: 1600, height: 800 },
  ],
  [
    { width: 1000, height: 16_000 },
    { width: 100, height: 1600 },
  ],
  [
    { width: 1, height: 16_000 },
    { width: 1, height: 1600 },
  ],
])('%o is shrunk to %o', (size, within) => {
  expect(sizeWithin(size)).toEqual(within);
});

test('the images that screenshots may be are images', () => {
  const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml', 'text/html', ''];
  expect(types.filter((type) => isImage({ type }))).toEqual(['image/png', 'image/jpeg', 'image/webp']);
});
