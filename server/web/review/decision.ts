import { strings } from '../strings.ts';
import { groupMarks } from './derive.ts';
import type { Input, Mark, Review } from './types.ts';

export type Outcome = 'approved' | 'changes_requested';
export type Settled = 'withdrawn' | 'verified';

/** What the person filled in before deciding. */
export interface DecisionForm {
  outcome: Outcome;
  note: string;
  name: string;
  /** By mark id. */
  settle: Readonly<Record<number, Settled>>;
}

/** The marks an approval has to settle first. */
export const toSettle = (review: Review): Mark[] =>
  groupMarks(review.marks).outstanding.filter((mark) => mark.must_fix);

/** A decision asking for changes needs a note only when no open mark says what should change. */
export const needsNote = (review: Review, outcome: Outcome): boolean =>
  outcome === 'changes_requested' && groupMarks(review.marks).outstanding.length === 0;

/** What is still missing, in words for the person; null when the decision can be sent. */
export function missing(review: Review, form: DecisionForm): string | null {
  const words = strings.decision.dialog;
  if (needsNote(review, form.outcome) && form.note.trim() === '') return words.noteMissing;
  if (form.outcome === 'approved' && toSettle(review).some((mark) => form.settle[mark.id] === undefined)) {
    return words.settleMissing;
  }
  return null;
}

/** The request of a decision about the state the person saw. */
export function decisionInput(review: Review, form: DecisionForm): Input<'decide'> {
  const input: Input<'decide'> = { outcome: form.outcome, after_decision: review.decision?.number ?? 0 };
  if (form.note.trim() !== '') input.note = form.note.trim();
  if (form.name.trim() !== '') input.name = form.name.trim();
  if (form.outcome !== 'approved') return input;
  const settle = toSettle(review).flatMap((mark) => {
    const as = form.settle[mark.id];
    return as === undefined ? [] : [{ mark_id: mark.id, as }];
  });
  if (settle.length > 0) input.settle = settle;
  return input;
}
