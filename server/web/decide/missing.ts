import type { Review } from '../shared/types.ts';
import { type DecisionForm, needsNote, toSettle } from './decision.ts';
import { dialog as words } from './dialog-strings.ts';

/** Returns what is still missing, or null when the decision can be sent. */
export function missing(review: Review, form: DecisionForm, unsent = 0): string | null {
  if (needsNote(review, form.outcome, unsent) && form.note.trim() === '') return words.noteMissing;
  if (form.outcome === 'approved' && toSettle(review).some((mark) => form.settle[mark.id] === undefined)) {
    return words.settleMissing;
  }
  return null;
}
