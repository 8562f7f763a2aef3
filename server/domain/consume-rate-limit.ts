import { duration } from '../contract/duration.ts';
import { DomainError } from './failure.ts';
import type { Ports, RateLimitUse, Tx } from './ports.ts';

export interface Budget extends RateLimitUse {
  limit: { max: number; seconds: number };
}

/**
 * Counts one use of `key`, and reports the rest of the limit to `onBudget`, also when it refuses.
 * @throws DomainError `rate_limited` with the seconds to wait when the limit is exceeded
 */
export async function consumeRateLimit(
  ports: Ports,
  key: string,
  limit: { max: number; seconds: number },
  what = 'requests',
  onBudget: (budget: Budget) => void = () => {},
): Promise<void> {
  const use = await ports.consumeRateLimit(key, limit);
  onBudget({ limit, ...use });
  if (use.allowed) return;
  throw new DomainError('rate_limited', `Too many ${what}. Try again in ${duration(use.reset)}.`, {
    retry_after: use.reset,
    limit: limit.max,
  });
}

/** Returns ports that count uses of limits only if the transaction commits. */
export const countingWithin = (ports: Ports, tx: Tx): Ports => ({
  ...ports,
  consumeRateLimit: (key, limit) => ports.consumeRateLimit(key, limit, tx),
});
