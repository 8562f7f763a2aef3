import { strings } from '../strings.ts';
import { groupMarks, pullRequestOf } from './derive.ts';
import type { Failure } from './store.ts';
import type { Mark, Review } from './types.ts';

/** What went wrong, what became of the words, and what to do. */
export function failureSentence(failure: Failure): string {
  const words = strings.failure;
  if (failure.kind === 'busy') return words.busy(failure.seconds);
  if (failure.kind === 'conflict') return words.conflict(failure.message);
  if (failure.kind === 'refused') return words.refused(failure.message);
  return words[failure.kind];
}

/** What was decided and what happens now; null while nothing is decided. */
export function decisionSentence(review: Review): { what: string; next: string } | null {
  if (review.decision === null) return null;
  const { outcome, decided_by, verified_login } = review.decision;
  const by = verified_login ?? decided_by;
  const number = pullRequestOf(review.reference);
  const of = number === null ? null : strings.pullRequest(number);
  if (outcome === 'approved') {
    const next = strings.decision.approvedNext(of);
    return { what: strings.decision.approved(by), next: next.charAt(0).toUpperCase() + next.slice(1) };
  }
  const marks = groupMarks(review.marks).outstanding.length;
  return { what: strings.decision.asked(by), next: strings.decision.askedNext(marks, of) };
}

export const pinName = (mark: Mark): string =>
  strings.marks.pin(mark.id, mark.must_fix, strings.marks.status[mark.status], mark.body);
