import type { ReviewSummary } from '../../contract/review.ts';
import { workspace } from './strings.ts';

/** Describes the next step for a person: `next_action.summary` names operations. */
export function nextSentence(review: Pick<ReviewSummary, 'next_action' | 'outstanding_marks'>): string {
  const words = workspace.next;
  const { action } = review.next_action;
  if (action === 'apply_pins_then_next_pass') return words.fix(review.outstanding_marks);
  return words[action];
}
