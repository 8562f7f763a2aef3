import { expect, test } from 'vitest';
import { sideOf, TOP } from '../../../server/domain/element/side.ts';
import { mapOf } from './support/element.ts';

test('in a list without parents, an element belongs to the last earlier one whose box holds it', () => {
  const list = mapOf(
    1,
    { tag: 'body', box: [0, 0, 1000, 1000] },
    { tag: 'section', box: [0, 0, 200, 100] },
    { tag: 'h2', box: [10, 10, 100, 20] },
    { tag: 'p', box: [10, 50, 100, 20] },
    { tag: 'footer', box: [0, 900, 1000, 100] },
    { tag: 'dialog', box: [1200, 0, 100, 100] },
  );
  expect(sideOf(list).parents).toEqual([TOP, 0, 1, 1, 0, TOP]);
  expect(sideOf(list).children[2]).toEqual([2, 3]);
});
