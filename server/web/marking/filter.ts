import { isOutstanding } from '../review/derive.ts';
import type { Mark } from '../shared/types.ts';

/** The filters of the list of marks, in the order of the menu. */
export const filters = ['all', 'shot', 'must', 'open', 'verify'] as const;

export type Filter = (typeof filters)[number];

/** Reads what the device remembers. */
export const filterOf = (kept: string | null): Filter => filters.find((each) => each === kept) ?? 'all';

/** Returns whether a filter lists a mark while the screenshot `shot` is shown. */
export function isListed(mark: Mark, filter: Filter, shot: number): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'shot':
      return mark.screenshot_index === shot;
    case 'must':
      return mark.must_fix;
    case 'open':
      return isOutstanding(mark);
    case 'verify':
      return mark.status === 'resolved';
  }
}

/** Counts the marks that a filter lists. Deleted ones do not count. */
export const countListed = (marks: readonly Mark[], filter: Filter, shot: number): number =>
  marks.filter((mark) => mark.status !== 'withdrawn' && isListed(mark, filter, shot)).length;
