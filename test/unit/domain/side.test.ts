import { expect, test } from 'vitest';
import { isWithin, sideOf, TOP } from '../../../server/domain/element/side.ts';
import { mapOf } from './support/element.ts';

const list = mapOf(
  1,
  { tag: 'body', box: [0, 0, 1000, 1000] },
  { tag: 'section', box: [0, 0, 200, 100] },
  { tag: 'h2', box: [10, 10, 100, 20] },
  { tag: 'p', box: [10, 50, 100, 20] },
  { tag: 'footer', box: [0, 900, 1000, 100] },
  { tag: 'dialog', box: [1200, 0, 100, 100] },
);

test('in a list without parents, an element belongs to the last earlier one whose box holds it', () => {
  expect(sideOf(list).parents).toEqual([TOP, 0, 1, 1, 0, TOP]);
  expect(sideOf(list).children[2]).toEqual([2, 3]);
});

test('what is around an element is known without climbing, however deep a client nests its elements', () => {
  const side = { ...sideOf(list), parents: [] };
  const around = [0, 1, 2, 3, 4, 5].map((index) =>
    [TOP, 0, 1, 2, 3, 4, 5].filter((each) => isWithin(side, index, each)),
  );
  expect(around).toEqual([
    [TOP, 0],
    [TOP, 0, 1],
    [TOP, 0, 1, 2],
    [TOP, 0, 1, 3],
    [TOP, 0, 4],
    [TOP, 5],
  ]);
});
