import type { ReviewDependencies } from '../review/dependencies.ts';
import type { Navigation } from '../review/navigation.ts';
import type { Review } from '../shared/types.ts';
import { inOrder } from './target.ts';

type Shown = Pick<Review, 'marks' | 'screenshots'>;

/** What addresses use of a page. */
export type Addressed = Pick<ReviewDependencies, 'ui' | 'view' | 'notify'> & Pick<Navigation, 'select' | 'goToShot'>;

export const markFragment = (id: number): string => `#mark-${id}`;

/** Returns the fragment of a screenshot; empty where there is none. */
export function shotFragment(review: Shown, shot: number): string {
  const at = inOrder(review).findIndex(({ index }) => index === shot);
  return at < 0 ? '' : `#screenshot-${at + 1}`;
}

/** Returns the fragment of what is shown: the selected mark where it can be seen, else the screenshot. */
export function shownFragment(review: Shown, shot: number, selected: number | null): string {
  const mark = review.marks.find(({ id }) => id === selected);
  const isSeen = mark !== undefined && (mark.screenshot_index === null || mark.screenshot_index === shot);
  return isSeen ? markFragment(mark.id) : shotFragment(review, shot);
}
