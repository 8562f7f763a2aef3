import { type Counts, groupMarks, looksUnchanged } from '../review/derive.ts';
import type { Mark, Review } from '../shared/types.ts';

export type Outcome = 'approved' | 'changes_requested';
export type Settled = 'withdrawn' | 'verified';

export interface DecisionForm {
  outcome: Outcome;
  note: string;
  name: string;
  settle: Readonly<Record<number, Settled | undefined>>;
}

/** Returns the marks that an approval has to settle. */
export const toSettle = (review: Review): Mark[] =>
  groupMarks(review.marks).outstanding.filter((mark) => mark.must_fix);

/** Returns the marks that an approval counts as fixed although nothing about them changed. */
export const unchangedFixes = (review: Review, { outcome, settle }: DecisionForm): number[] =>
  review.marks
    .filter((mark) => outcome === 'approved' && (mark.status === 'resolved' || settle[mark.id] === 'verified'))
    .filter((mark) => looksUnchanged(review, mark))
    .map(({ id }) => id);

/** Returns the likely outcome: the opposite one once there is a decision, unless changes of it wait to be sent. */
export function likelyOutcome(
  { decision }: Pick<Review, 'decision'>,
  { outstanding }: Pick<Counts, 'outstanding'>,
  unsentIds: readonly number[] = [],
): Outcome {
  if (unsentIds.length > 0) return 'changes_requested';
  const asks = decision === null ? outstanding > 0 : decision.outcome === 'approved';
  return asks ? 'changes_requested' : 'approved';
}

/** Returns the marks that a changed decision may restore. */
export const mayComeBack = (review: Review): Mark[] =>
  review.decision?.outcome === 'approved'
    ? review.marks.filter(({ status }) => status === 'verified' || status === 'withdrawn')
    : [];

/** Returns whether a note is required: when no mark, sent or queued, states what should change. */
export const needsNote = (review: Review, outcome: Outcome, unsent = 0): boolean =>
  outcome === 'changes_requested' &&
  groupMarks(review.marks).outstanding.length + unsent === 0 &&
  mayComeBack(review).length === 0;

const isSince = ({ decided_at }: Review, at: string): boolean =>
  decided_at !== null && Date.parse(at) > Date.parse(decided_at);

/**
 * Returns the marks that the request for changes sent to be fixed, as far as that is still known: those outstanding,
 * and those reported as fixed or settled since. Those placed since were not sent, also where the next pass has them.
 */
export const handedOver = (review: Review): Mark[] =>
  review.marks.filter((mark) => {
    if (isSince(review, mark.created_at)) return false;
    if (mark.status === 'resolved') return isSince(review, mark.updated_at);
    if (mark.status !== 'verified' && mark.status !== 'withdrawn') return true;
    return isSince(review, mark.updated_at) && mark.pass === review.pass;
  });

/** Returns whether more marks may have been sent than `handedOver` knows. */
export const handedOverMore = (review: Review): boolean =>
  review.marks.some(
    (mark) =>
      (mark.status === 'verified' || mark.status === 'withdrawn') &&
      mark.pass < review.pass &&
      isSince(review, mark.updated_at),
  );
