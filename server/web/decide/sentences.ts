import { pullRequestOf } from '../../contract/reference.ts';
import type { PageView, Review } from '../shared/types.ts';
import { handedOver, handedOverMore } from './decision.ts';
import { decision as words } from './strings.ts';

const whoDecided = ({ decision }: Review): string | null => decision?.verified_login ?? decision?.decided_by ?? null;

/** Describes a decision that somebody else made, or returns null. */
export function decidedElsewhere(review: Review): string | null {
  if (review.decision === null) return null;
  const { outcome, note } = review.decision;
  const what = outcome === 'approved' ? words.approved(whoDecided(review)) : words.asked(whoDecided(review));
  return note ? `${what} ${words.note(note)}` : what;
}

/** States whether the requester has been notified, as far as that is known. */
function notified(review: Review): string {
  const says = words.notified;
  const { webhook, decided_at } = review;
  const number = pullRequestOf(review.reference);
  const approved = review.decision?.outcome === 'approved';
  if (webhook === null) return number === null ? says.reads : says.checkWill(number, approved);
  const delivered = Date.parse(webhook.last_delivered_at ?? '') >= Date.parse(decided_at ?? '');
  if (webhook.paused && !delivered) return number === null ? says.paused : says.checkPaused(number);
  if (delivered) return number === null ? says.done : says.check(number, approved);
  if (webhook.failure_count > 0) return says.failing;
  return number === null ? says.sending : says.checkWill(number, approved);
}

/** States how many marks are reported as fixed. */
function fixing(review: Review): string {
  const says = words.fixing;
  const marks = handedOver(review);
  const reported = marks.filter(({ status }) => status === 'resolved' || status === 'verified').length;
  if (marks.length === 0) return says.note;
  if (reported === 0) return says.handed(marks.length);
  return reported < marks.length ? says.some(reported, marks.length) : says.all(marks.length);
}

/**
 * Describes the decision and what happens next, or returns null; of a pass that has a later one, only the decision.
 * What is not sent yet comes first. Nobody learns of a decision on a sample.
 */
export function decisionSentence({
  review: shown,
  sent: review = shown,
  unsentIds = [],
  newest,
  sample,
  can,
  read_only_reason,
}: Pick<PageView, 'review' | 'sent' | 'unsentIds' | 'newest' | 'sample' | 'can' | 'read_only_reason'>): {
  what: string;
  next: string;
} | null {
  if (review.decision === null) return null;
  if (unsentIds.length > 0) {
    return can.mark
      ? { what: words.unsentChanges(unsentIds.length), next: words.asItWas }
      : { what: words.neverSent(unsentIds.length), next: read_only_reason ?? '' };
  }
  const over = newest !== null;
  const by = whoDecided(review);
  const handed = handedOver(review).length;
  if (sample && !over) {
    const isApproved = review.decision.outcome === 'approved';
    return { what: isApproved ? words.approved(by) : words.asked(by), next: words.sample };
  }
  if (review.decision.outcome === 'approved') {
    return { what: words.approved(by), next: over ? '' : `${notified(review)} ${words.approvedNext}` };
  }
  const what = words.asked(by);
  if (over) {
    if (handedOverMore(review)) return { what, next: words.fixing.handedSome };
    return { what, next: handed > 0 ? words.fixing.handed(handed) : words.fixing.note };
  }
  return { what, next: [notified(review), fixing(review), can.mark ? words.untilNext : words.nextPass].join(' ') };
}
