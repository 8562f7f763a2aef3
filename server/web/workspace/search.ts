import type { ReviewSummary } from '../../contract/review.ts';
import { workspace } from '../strings/workspace.ts';

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** Whether every word that was typed stands somewhere in what the row says. */
export function fits(review: ReviewSummary, typed: string): boolean {
  const { title, reference, revision, status, next_action } = review;
  const said = plain([title, reference, revision, workspace.status[status], next_action.summary].join(' '));
  return plain(typed)
    .split(/\s+/)
    .every((word) => said.includes(word));
}
