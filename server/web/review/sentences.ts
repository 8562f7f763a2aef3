import { strings } from '../strings.ts';
import { handedOver, handedOverMore } from './decision.ts';
import { pullRequestOf } from './derive.ts';
import type { Failure, KeptBack } from './store.ts';
import type { Mark, Review } from './types.ts';

/** What went wrong, what became of the words, and what to do. */
export function failureSentence(failure: Failure): string {
  const words = strings.failure;
  if (failure.kind === 'busy') return words.busy(failure.seconds);
  if (failure.kind === 'conflict') return words.conflict(failure.message);
  if (failure.kind === 'refused') return words.refused(failure.message);
  return words[failure.kind];
}

/** That a change waits on this device, and until when. */
export const keptSentence = ({ seconds }: KeptBack): string =>
  seconds === null ? strings.live.outbox.kept : strings.live.outbox.busy(seconds);

/** Why nothing was decided: a decision is never sent later by itself. */
export function undecidedSentence(failure: Failure): string {
  const words = strings.live.undecided;
  if (failure.kind === 'busy') return words.busy(failure.seconds);
  if (failure.kind === 'conflict' || failure.kind === 'refused') return failureSentence(failure);
  return words[failure.kind];
}

const whoDecided = ({ decision }: Review): string | null => decision?.verified_login ?? decision?.decided_by ?? null;

/** What somebody else decided meanwhile; null when nobody did. */
export function decidedElsewhere(review: Review): string | null {
  if (review.decision === null) return null;
  const { outcome, note } = review.decision;
  const words = strings.decision;
  const what = outcome === 'approved' ? words.approved(whoDecided(review)) : words.asked(whoDecided(review));
  return note ? `${what} ${words.note(note)}` : what;
}

/** Whether whoever waits for the decision knows of it: only what is known is said. */
function told(review: Review): string {
  const words = strings.decision.told;
  const { webhook, decided_at } = review;
  const number = pullRequestOf(review.reference);
  const approved = review.decision?.outcome === 'approved';
  if (webhook === null) return number === null ? words.reads : words.checkWill(number, approved);
  const delivered = Date.parse(webhook.last_delivered_at ?? '') >= Date.parse(decided_at ?? '');
  if (webhook.paused && !delivered) return number === null ? words.paused : words.checkPaused(number);
  if (delivered) return number === null ? words.done : words.check(number, approved);
  if (webhook.failure_count > 0) return words.failing;
  return number === null ? words.sending : words.checkWill(number, approved);
}

/** How far the fixing is, as far as it was reported. */
function fixing(review: Review): string {
  const words = strings.decision.fixing;
  const marks = handedOver(review);
  const reported = marks.filter(({ status }) => status === 'resolved' || status === 'verified').length;
  if (marks.length === 0) return words.note;
  if (reported === 0) return words.handed(marks.length);
  return reported < marks.length ? words.some(reported, marks.length) : words.all(marks.length);
}

/**
 * What was decided and what happens now; null while nothing is decided. On a pass that a later one has followed
 * (`over`) it says what was decided, and no more.
 */
export function decisionSentence(review: Review, over = false): { what: string; next: string } | null {
  if (review.decision === null) return null;
  const words = strings.decision;
  const by = whoDecided(review);
  const handed = handedOver(review).length;
  if (review.decision.outcome === 'approved') {
    return { what: words.approved(by), next: over ? '' : `${told(review)} ${words.approvedNext}` };
  }
  const what = words.asked(by);
  if (over) {
    if (handedOverMore(review)) return { what, next: words.fixing.handedSome };
    return { what, next: handed > 0 ? words.fixing.handed(handed) : words.fixing.note };
  }
  return { what, next: [told(review), fixing(review), words.nextPass].join(' ') };
}

export const pinName = (mark: Mark): string =>
  strings.marks.pin(mark.id, mark.must_fix, strings.marks.status[mark.status], mark.body);
