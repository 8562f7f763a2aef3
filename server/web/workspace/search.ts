import type { ReviewSummary } from '../../contract/review.ts';
import { workspace } from '../strings/workspace.ts';
import { nextSentence } from './next.ts';

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** Whether every word that was typed stands somewhere in what the row says. */
export function fits(review: ReviewSummary, typed: string): boolean {
  const { title, reference, revision, status } = review;
  const said = plain([title, reference, revision, workspace.status[status], nextSentence(review)].join(' '));
  return plain(typed)
    .split(/\s+/)
    .every((word) => said.includes(word));
}
