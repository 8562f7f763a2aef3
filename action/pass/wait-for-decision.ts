import { plural } from '../../app/render/markdown.ts';
import { statusText } from '../../app/render/status.ts';
import type { Client, Output } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import { ActionError } from '../error.ts';
import { isPassing, poll, retry } from '../retry.ts';

/** After how many reads of the review its pull request is read: all jobs of a repository share GitHub's limit. */
const READS_FOR_EACH_OF_PULL = 12;

/**
 * Waits for the decision, or until the review can no longer be decided or its pull request is closed. A later pass of
 * the same commit, which somebody else opens meanwhile, is awaited instead. An outage of the service ends the wait only
 * when it lasts until then.
 */
export async function waitForDecision(
  client: Client,
  review: Review,
  { milliseconds, isClosed }: { milliseconds: number; isClosed: () => Promise<boolean> },
): Promise<Review> {
  if (review.status !== 'open') return review;
  const read = (id: string) => retry(() => client.call('get_review', { id }));
  let { id } = review;
  const readNewest = async (): Promise<Review> => {
    const now = await read(id);
    if (now.status !== 'superseded' || now.next_pass_id === null) return now;
    const next = await read(now.next_pass_id);
    if (next.revision !== review.revision) return now;
    id = next.id;
    return next.status === 'superseded' ? readNewest() : next;
  };
  let reads = 0;
  let closed = false;
  let last = review;
  let failure: unknown = null;
  const readBoth = async (): Promise<Review> => {
    reads += 1;
    if (reads % READS_FOR_EACH_OF_PULL === 0) closed = await isClosed();
    try {
      last = await readNewest();
      failure = null;
    } catch (error) {
      // A sign-in that an outage refuses has that as its cause.
      if (!isPassing(error) && !(error instanceof ActionError && isPassing(error.cause))) throw error;
      failure = error;
    }
    return last;
  };
  await poll(milliseconds, readBoth, ({ status }) => closed || status !== 'open');
  if (failure !== null && !closed) throw failure;
  return last;
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
  const toFix = status === 'changes_requested' && marks > 0 ? `: ${plural(marks, 'mark')} to fix` : '';
  const again = status === 'superseded' ? ' Run this job again to ask for a decision about it.' : '';
  throw new ActionError(`${title}${toFix}. ${next}${again}`);
}

/** Waits until the service has compared the pass with its base, as far as there is one. */
export async function waitForComparison(
  client: Client,
  review: Output<'get_review'>,
  milliseconds: number,
): Promise<Output<'get_review'>> {
  const isCompared = ({ base, status }: Output<'get_review'>) =>
    base == null || base.kind === 'none' || base.compared || (status !== 'open' && status !== 'preparing');
  if (isCompared(review)) return review;
  return poll(milliseconds, () => retry(() => client.call('get_review', { id: review.id })), isCompared);
}
