import { reportedSince } from '../review/derive.ts';
import type { Mark, Review } from '../shared/types.ts';

/** Returns whether a mark is reported as fixed although nothing about it changed. */
export const looksUnchanged = (review: Pick<Review, 'decided_at' | 'pass'>, mark: Mark): boolean =>
  mark.change?.kind === 'identical' && !reportedSince(review, mark);
