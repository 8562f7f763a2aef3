import { reportedSince } from '../review/derive.ts';
import type { Mark, Review } from '../shared/types.ts';

/** Returns what this pass says about a fix in numbers: nothing, when the fix is newer than its screenshots. */
export const measuredOf = (review: Pick<Review, 'decided_at' | 'pass'>, mark: Mark): Mark['criteria'] =>
  reportedSince(review, mark) ? [] : mark.criteria;
