import type { ReviewerView } from '../../contract/reviewer.ts';
import type { PageView } from '../shared/types.ts';

/** Returns the items with some of them replaced or added. */
function merge<Item extends { id: number }>(items: readonly Item[], changed: readonly Item[]): Item[] {
  const known = new Map([...items, ...changed].map((item) => [item.id, item]));
  return [...known.values()];
}

/** Returns what the page shows: the review with what the reviewer changed since it was sent. */
export function withUnsent({
  unsent,
  ...view
}: Omit<ReviewerView, 'unsent'> & Partial<Pick<ReviewerView, 'unsent'>>): PageView {
  const { review } = view;
  // An older version of the service may have answered.
  if (unsent === undefined || unsent.marks.length === 0) return view;
  const sent = new Set(review.marks.map(({ id }) => id));
  return {
    ...view,
    // A new mark that was deleted again changes nothing.
    unsentIds: unsent.marks.flatMap(({ id, status }) => (status === 'withdrawn' && !sent.has(id) ? [] : [id])),
    sent: review,
    review: {
      ...review,
      marks: merge(review.marks, unsent.marks),
      findings: merge(review.findings, unsent.findings),
      suggestions: merge(review.suggestions, unsent.suggestions),
    },
  };
}
