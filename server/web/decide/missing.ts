import { trimText } from '../../contract/trim-text.ts';
import type { Review } from '../shared/types.ts';
import { type DecisionForm, needsNote, toSettle } from './decision.ts';
import { dialog as words } from './dialog-strings.ts';

/** Returns what is still missing, or null when the decision can be sent. */
export function missing(review: Review, form: DecisionForm, unsent = 0): string | null {
  if (needsNote(review, form.outcome, unsent) && trimText(form.note) === '') return words.noteMissing;
  if (form.outcome === 'approved' && toSettle(review).some((mark) => form.settle[mark.id] === undefined)) {
    return words.settleMissing;
  }
  return null;
}
