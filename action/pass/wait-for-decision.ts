import type { Client } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import { ActionError } from '../error.ts';
import { poll, retry } from '../retry.ts';

/** Waits until somebody decided, or until the review can no longer be decided. */
export async function waitForDecision(client: Client, review: Review, milliseconds: number): Promise<Review> {
  if (review.status !== 'open') return review;
  return poll(
    milliseconds,
    () => retry(() => client.call('get_review', { id: review.id })),
    (now) => now.status !== 'open',
  );
}

/** @throws ActionError unless the review is approved, for a step that was told to wait */
export function requireApproval(review: Review, minutes: number): void {
  const marks = review.outstanding_marks;
  const reasons: Partial<Record<Review['status'], string>> = {
    approved: '',
    changes_requested: `Changes were requested, with ${marks} ${marks === 1 ? 'mark' : 'marks'} to fix. Push a commit to start the next pass.`,
    open: `Nobody decided in ${minutes} minutes. Run this job again after the decision, or raise "wait".`,
    superseded: 'A newer pass was opened before anybody decided this one. Its own run counts.',
    expired: 'The review expired without a decision. Run this job again for a new one.',
    cancelled: 'The review was withdrawn. Run this job again for a new one.',
  };
  const reason = reasons[review.status] ?? `The review is ${review.status}.`;
  if (reason !== '') throw new ActionError(reason);
}
