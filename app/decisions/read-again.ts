import type { Review } from '../../server/contract/review.ts';

const BASE_SECONDS = 60;
/** For how long a nearer baseline is awaited: builds of the base branch take minutes. After that the sweep finds it. */
const BASE_MS = 3_600_000;

/**
 * Returns after how many seconds a review is read again because it changes without an event: its screenshots are being
 * made, or the baseline of its merge base may still come. null when it does not.
 */
export function readAgainAfter(
  { status, base, created_at }: Pick<Review, 'status' | 'base' | 'created_at'>,
  { now, preparingSeconds }: { now: Date; preparingSeconds: number },
): number | null {
  if (status === 'preparing') return preparingSeconds;
  const isFinal = base == null || (base.compared && base.distance === 0);
  const isYoung = now.getTime() - new Date(created_at).getTime() < BASE_MS;
  return status === 'open' && !isFinal && isYoung ? BASE_SECONDS : null;
}
