import { duration } from '../contract/duration.ts';
import { DomainError } from './failure.ts';
import type { Admission, Ports } from './ports.ts';

export interface Budget extends Admission {
  limit: { max: number; seconds: number };
}

/**
 * Counts one use of `key`, and says what is left of the limit, which `tell` hears in either case.
 * @throws DomainError `rate_limited` with the seconds to wait when it is one too many
 */
export async function admit(
  ports: Ports,
  key: string,
  limit: { max: number; seconds: number },
  tell: (budget: Budget) => void = () => {},
  what = 'requests',
): Promise<void> {
  const admission = await ports.admit(key, limit);
  tell({ limit, ...admission });
  if (admission.admitted) return;
  throw new DomainError('rate_limited', `Too many ${what}. Try again in ${duration(admission.reset)}.`, {
    retry_after: admission.reset,
    limit: limit.max,
  });
}
