import type { Mark, Review } from '../shared/types.ts';

type Shown = Pick<Review, 'marks' | 'screenshots'>;

/** What an address names. */
export interface Target {
  /** The index of a screenshot; null for a mark that is on none. */
  shot: number | null;
  mark: Mark | null;
}

export const inOrder = ({ screenshots }: Pick<Shown, 'screenshots'>) =>
  screenshots.toSorted((a, b) => a.index - b.index);

/** Returns what a fragment names: `#mark-3` by its number, `#screenshot-2` by its place in the list. Else null. */
export function targetOf(review: Shown, fragment: string): Target | null {
  const [, kind, digits] = /^#(mark|screenshot)-(\d+)$/.exec(fragment) ?? [];
  const number = Number(digits);
  if (kind === 'mark') {
    const mark = review.marks.find(({ id }) => id === number);
    return mark === undefined ? null : { shot: mark.screenshot_index, mark };
  }
  const shot = inOrder(review)[number - 1];
  return shot === undefined ? null : { shot: shot.index, mark: null };
}
