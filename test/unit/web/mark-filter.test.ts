import { expect, test } from 'vitest';
import { mark } from '../../../server/contract/examples.ts';
import { countListed, type Filter, filterOf, filters, isListed } from '../../../server/web/marking/filter.ts';
import type { Mark } from '../../../server/web/shared/types.ts';

const of = (id: number, more: Partial<Mark>): Mark => ({ ...mark, id, must_fix: false, status: 'open', ...more });
const marks = [
  of(1, { screenshot_index: 0, must_fix: true }),
  of(2, { screenshot_index: 1, status: 'in_progress' }),
  of(3, { screenshot_index: 1, status: 'resolved', must_fix: true }),
  of(4, { screenshot_index: 0, status: 'reopened' }),
  of(5, { screenshot_index: null, status: 'verified' }),
  of(6, { screenshot_index: 1, status: 'withdrawn', must_fix: true }),
];

test.each<[Filter, number[], number]>([
  ['all', [1, 2, 3, 4, 5, 6], 5],
  ['shot', [2, 3, 6], 2],
  ['must', [1, 3, 6], 2],
  ['open', [1, 2, 4], 3],
  ['verify', [3], 1],
])('the filter %s lists %s on the second screenshot, and counts %s', (filter, ids, count) => {
  expect(marks.filter((each) => isListed(each, filter, 1)).map(({ id }) => id)).toEqual(ids);
  expect(countListed(marks, filter, 1)).toBe(count);
});

test('an unknown filter of another version lists all marks', () => {
  expect(filters.map(filterOf)).toEqual(filters);
  expect(['', 'guests', null].map(filterOf)).toEqual(['all', 'all', 'all']);
});
