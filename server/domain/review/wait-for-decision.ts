import type { Output } from '../../contract/client.ts';
import type { Review } from '../../contract/review.ts';
import { MAX_WAIT_SECONDS } from '../../contract/review.ts';
import { notFound } from '../failure.ts';
import type { CallContext, ClientActor, Ports } from '../ports.ts';
import { chainOf } from './store.ts';
import { showReview } from './view.ts';

/** How often a caller who asked for it is notified that the call still waits. */
const PROGRESS_MS = 5_000;

const isUndecided = ({ status }: Review): boolean => status === 'open' || status === 'preparing';

const toAnswer = (review: Review): Output<'wait_for_decision'> => ({
  id: review.id,
  status: review.status,
  waiting: isUndecided(review),
  next_action: review.next_action,
  decision: review.decision,
  next_pass_id: review.next_pass_id,
  work_packets: review.status === 'changes_requested' ? review.work_packets : null,
});

/** Remembers that it was woken while nobody slept, so that nothing is missed between a read and the sleep after it. */
function createBell() {
  let rung = false;
  let wake = (): void => {};
  return {
    ring(): void {
      rung = true;
      wake();
    },
    /** Whether it rang before `ms` were over. */
    async sleep(ms: number): Promise<boolean> {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (rung) resolve();
        else timer = setTimeout(resolve, ms);
      });
      clearTimeout(timer);
      const hasRung = rung;
      rung = false;
      return hasRung;
    },
  };
}

/**
 * Waits until the review is decided or closed, `seconds` are over or the call is cancelled, and returns the review's
 * state. It is notified of changes at their commit, whichever process made them, and reads only then.
 */
export async function waitForDecision(
  ports: Ports,
  actor: ClientActor,
  input: { id: string; seconds?: number | undefined },
  call: CallContext,
): Promise<Output<'wait_for_decision'>> {
  const { id } = input;
  const { workspaceId } = actor;
  const read = async (): Promise<Review> => {
    const review = await showReview(ports, ports.db, { id, workspaceId });
    if (review === null) throw notFound();
    return review;
  };
  const chainId = await chainOf(ports.db, workspaceId, id);
  if (chainId === null) throw notFound();

  const total = input.seconds ?? MAX_WAIT_SECONDS;
  const bell = createBell();
  const { signal } = call;
  const isBrokenOff = (): boolean => signal?.aborted === true;
  const started = performance.now();
  const elapsed = (): number => performance.now() - started;
  const onChange = (subject: string | null): void => {
    if (subject === null || subject === id || subject === chainId) bell.ring();
  };
  const stop = ports.signals.listen('change', onChange);
  signal?.addEventListener('abort', bell.ring);
  try {
    let review = await read();
    let reportedAt = 0;
    while (isUndecided(review) && !isBrokenOff() && elapsed() < total * 1000) {
      const untilExpiry = new Date(review.expires_at).getTime() - ports.clock().getTime();
      const until = Math.min(reportedAt + PROGRESS_MS, total * 1000) - elapsed();
      const hasChanged = await bell.sleep(Math.max(0, Math.min(until, untilExpiry)));
      if (isBrokenOff()) break;
      if (hasChanged || ports.clock() >= new Date(review.expires_at)) review = await read();
      if (elapsed() - reportedAt >= PROGRESS_MS) {
        reportedAt = elapsed();
        call.progress(Math.round(reportedAt / 1000), total, review.next_action.summary);
      }
    }
    return toAnswer(review);
  } finally {
    stop();
    signal?.removeEventListener('abort', bell.ring);
  }
}
