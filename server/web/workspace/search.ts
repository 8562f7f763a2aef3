import type { ReviewSummary } from '../../contract/review.ts';
import { nextSentence } from './next.ts';
import { workspace } from './strings.ts';

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** Returns whether a review contains every typed word. */
export function fits(review: ReviewSummary, typed: string): boolean {
  const { title, reference, revision, status } = review;
  const text = plain([title, reference, revision, workspace.status[status], nextSentence(review)].join(' '));
  return plain(typed)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
