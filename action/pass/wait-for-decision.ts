import { plural } from '../../app/render/markdown.ts';
import { statusText } from '../../app/render/status.ts';
import type { Client } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import { ActionError } from '../error.ts';
import { poll, retry } from '../retry.ts';

/** Waits for the decision, or until the review can no longer be decided. */
export async function waitForDecision(client: Client, review: Review, milliseconds: number): Promise<Review> {
  if (review.status !== 'open') return review;
  return poll(
    milliseconds,
    () => retry(() => client.call('get_review', { id: review.id })),
    (now) => now.status !== 'open',
  );
}

/** Requires an approval, for a step that waits. @throws ActionError unless the review is approved */
export function requireApproval({ status, outstanding_marks: marks }: Review, minutes: number): void {
  if (status === 'approved') return;
  if (status === 'open') {
    throw new ActionError(
      `No decision in ${plural(minutes, 'minute')}. Run this job again after the decision, or raise "wait".`,
    );
  }
  const { title, next } = statusText[status];
  throw new ActionError(
    `${title}${status === 'changes_requested' ? `: ${plural(marks, 'mark')} to fix` : ''}. ${next}`,
  );
}
