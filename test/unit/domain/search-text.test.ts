import { expect, test } from 'vitest';
import { patternsOf, searchTextOf } from '../../../server/domain/review/page-query.ts';

test.each([
  [{ title: 'Café ÉCLAIR' }, 'cafe eclair'],
  [{ title: 'A', reference: 'Shop/Web#1', revision: '4F1C' }, 'a\nshop/web#1\n4f1c'],
  [{ title: 'ﬁne', reference: null, revision: null }, 'fine'],
])('a review is searched by its folded text: %#', (row, text) => {
  expect(searchTextOf(row)).toBe(text);
});

test.each([
  ['', []],
  ['  Ménu  web#1 ', ['%menu%', '%web#1%']],
  ['100% a_b c\\d', ['%100\\%%', '%a\\_b%', '%c\\\\d%']],
])('a search becomes one pattern for each word, in which nothing is a wildcard: “%s”', (search, patterns) => {
  expect(patternsOf(search)).toEqual(patterns);
});
