import { DomainError } from './failure.ts';
import type { Ports } from './ports.ts';

/** Counts one use of `key`. @throws DomainError `rate_limited` with the seconds to wait when it is one too many */
export async function admit(
  ports: Ports,
  key: string,
  limit: { max: number; seconds: number },
  what = 'requests',
): Promise<void> {
  const wait = await ports.admit(key, limit);
  if (wait === null) return;
  throw new DomainError('rate_limited', `Too many ${what}. Try again in ${wait} seconds.`, {
    retry_after: wait,
    limit: limit.max,
  });
}
