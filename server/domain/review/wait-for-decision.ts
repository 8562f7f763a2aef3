import { answeredMarks, askedMarks } from '../../contract/awaits-answer.ts';
import type { Output } from '../../contract/client.ts';
import type { Review } from '../../contract/review.ts';
import { MAX_WAIT_SECONDS } from '../../contract/review.ts';
import { notFound } from '../failure.ts';
import type { CallContext, ClientActor, Ports } from '../ports.ts';
import { chainOf } from './store.ts';
import { showReview } from './view.ts';

/** How often the caller receives progress, if it asked for it. */
const PROGRESS_MS = 5_000;

/** Returns whether the reviewer may still update a request for changes that the caller knows. */
const awaitsUpdate = ({ decision, next_pass_id, next_action }: Review, known: number): boolean =>
  decision !== null && decision.number <= known && next_pass_id === null && next_action.action !== 'expired';

/**
 * Returns whether the reviewer has still to decide, to answer what was asked about a mark that is to be fixed, or to
 * update the decision that the caller knows.
 */
const isAwaited = (review: Review, known: number): boolean =>
  review.status === 'open' ||
  review.status === 'preparing' ||
  (review.status === 'changes_requested' && (askedMarks(review).length > 0 || awaitsUpdate(review, known)));

/** What a caller reads while it waits: not that it should wait. */
const progressOf = ({ next_action: { action, summary } }: Review): string =>
  action === 'wait_for_reviewer' ? 'The reviewer has not decided yet.' : summary;

/** Says where the answers are that no work packet has. */
function describeAnswers(review: Review): string[] {
  if (review.status !== 'changes_requested') return [];
  const ids = answeredMarks(review).map(({ id }) => id);
  if (ids.length === 0) return [];
  return [`The reviewer answered about ${ids.length === 1 ? 'mark' : 'marks'} ${ids.join(', ')}: see get_review.`];
}

const toAnswer = (review: Review, known: number): Output<'wait_for_decision'> => ({
  id: review.id,
  status: review.status,
  waiting: isAwaited(review, known),
  next_action: { ...review.next_action, summary: [review.next_action.summary, ...describeAnswers(review)].join(' ') },
  decision: review.decision,
  next_pass_id: review.next_pass_id,
  work_packets: review.status === 'changes_requested' ? review.work_packets : null,
});

/**
 * Creates a sleep that can be interrupted. It remembers a call of `wake` from before the sleep, so that no change is
 * missed between a read and the next sleep.
 */
function createWaker() {
  let woken = false;
  let resume = (): void => {};
  return {
    wake(): void {
      woken = true;
      resume();
    },
    /** Sleeps up to `ms`. @returns whether `wake` was called */
    async sleep(ms: number): Promise<boolean> {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        resume = resolve;
        if (woken) resolve();
        else timer = setTimeout(resolve, ms);
      });
      clearTimeout(timer);
      const wasWoken = woken;
      woken = false;
      return wasWoken;
    },
  };
}

/**
 * Waits until the review is decided, after `after_decision`, and every question is answered, it is decided anew, it is
 * closed, `seconds` have passed or the call is cancelled, and returns the review's state. It is notified of each change
 * at its commit, whichever process made it, and reads only then.
 */
export async function waitForDecision(
  ports: Ports,
  actor: ClientActor,
  input: { id: string; seconds?: number | undefined; after_decision?: number | undefined },
  call: CallContext,
): Promise<Output<'wait_for_decision'>> {
  const { id, after_decision: known = 0 } = input;
  const { workspaceId } = actor;
  const read = async (): Promise<Review> => {
    const review = await showReview(ports, ports.db, { id, workspaceId });
    if (review === null) throw notFound();
    return review;
  };
  const chainId = await chainOf(ports.db, workspaceId, id);

  const total = input.seconds ?? MAX_WAIT_SECONDS;
  const waker = createWaker();
  const { signal } = call;
  const isBrokenOff = (): boolean => signal?.aborted === true;
  const started = performance.now();
  const elapsed = (): number => performance.now() - started;
  const onChange = (subject: string | null): void => {
    if (subject === null || subject === id || subject === chainId) waker.wake();
  };
  const stop = ports.signals.listen('change', onChange);
  signal?.addEventListener('abort', waker.wake);
  try {
    let review = await read();
    const decided = review.decision?.number;
    const isDecidedAnew = () => decided !== undefined && review.decision?.number !== decided;
    let reportedAt = 0;
    while (isAwaited(review, known) && !isDecidedAnew() && !isBrokenOff() && elapsed() < total * 1000) {
      const untilExpiry = new Date(review.expires_at).getTime() - ports.clock().getTime();
      const until = Math.min(reportedAt + PROGRESS_MS, total * 1000) - elapsed();
      const hasChanged = await waker.sleep(Math.max(0, Math.min(until, untilExpiry)));
      if (isBrokenOff()) break;
      if (hasChanged || ports.clock() >= new Date(review.expires_at)) review = await read();
      if (elapsed() - reportedAt >= PROGRESS_MS) {
        reportedAt = elapsed();
        call.progress(Math.round(reportedAt / 1000), total, progressOf(review));
      }
    }
    return toAnswer(review, known);
  } finally {
    stop();
    signal?.removeEventListener('abort', waker.wake);
  }
}
