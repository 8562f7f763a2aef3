import { type Counts, groupMarks } from './derive.ts';
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

/** What the person is most likely to decide: the other outcome once there is a decision. */
export function likelyOutcome(
  { decision }: Pick<Review, 'decision'>,
  { outstanding }: Pick<Counts, 'outstanding'>,
): Outcome {
  const asks = decision === null ? outstanding > 0 : decision.outcome === 'approved';
  return asks ? 'changes_requested' : 'approved';
}

/** Marks that a change of mind may bring back: those the approval settled are among them. */
export const mayComeBack = (review: Review): Mark[] =>
  review.decision?.outcome === 'approved'
    ? review.marks.filter(({ status }) => status === 'verified' || status === 'withdrawn')
    : [];

/** A request for changes needs a note only when no mark, sent or not yet sent, says what should change. */
export const needsNote = (review: Review, outcome: Outcome, unsent = 0): boolean =>
  outcome === 'changes_requested' &&
  groupMarks(review.marks).outstanding.length + unsent === 0 &&
  mayComeBack(review).length === 0;

const since = (review: Review, { updated_at }: Mark): boolean =>
  review.decided_at !== null && Date.parse(updated_at) > Date.parse(review.decided_at);

/**
 * The marks a decision for changes handed over, as far as that can still be told: those that are outstanding, and those
 * reported as fixed or settled since. What an earlier pass had left and is verified by now may have waited for that alone.
 */
export const handedOver = (review: Review): Mark[] =>
  review.marks.filter((mark) => {
    if (mark.status === 'resolved') return since(review, mark);
    if (mark.status !== 'verified' && mark.status !== 'withdrawn') return true;
    return since(review, mark) && mark.pass === review.pass;
  });

/** Whether more may have been handed over than can still be told. */
export const handedOverMore = (review: Review): boolean =>
  review.marks.some(
    (mark) =>
      (mark.status === 'verified' || mark.status === 'withdrawn') && mark.pass < review.pass && since(review, mark),
  );

/** The request of a decision. `after`: the number of the decision that the person saw, 0 when there was none. */
export function decisionInput(
  review: Review,
  form: DecisionForm,
  after = review.decision?.number ?? 0,
): Input<'decide'> {
  const input: Input<'decide'> = { outcome: form.outcome, after_decision: after };
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
