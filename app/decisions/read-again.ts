import type { Review } from '../../server/contract/review.ts';

const MINUTE_SECONDS = 60;
/** For how long a nearer baseline is awaited: builds of the base branch take minutes. After that the sweep finds it. */
const BASE_MS = 3_600_000;
/** For how long a question of the fixing agent is looked for. After that the sweep finds it. */
const QUESTION_MS = 3_600_000;

/**
 * Returns after how many seconds a review is read again because it changes without an event: its screenshots are being
 * made, the baseline of its merge base may still come, or the fixing agent may ask something. null when it does not.
 */
export function readAgainAfter(
  {
    status,
    base,
    created_at,
    decided_at,
    next_pass_id,
  }: Pick<Review, 'status' | 'base' | 'created_at' | 'decided_at' | 'next_pass_id'>,
  { now, preparingSeconds }: { now: Date; preparingSeconds: number },
): number | null {
  if (status === 'preparing') return preparingSeconds;
  const since = (time: string): number => now.getTime() - new Date(time).getTime();
  if (status === 'changes_requested') {
    const isFixed = next_pass_id !== null || decided_at === null || since(decided_at) >= QUESTION_MS;
    return isFixed ? null : MINUTE_SECONDS;
  }
  const isFinal = base == null || (base.compared && base.distance === 0);
  return status === 'open' && !isFinal && since(created_at) < BASE_MS ? MINUTE_SECONDS : null;
}
