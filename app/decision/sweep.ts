import type { Parts } from '../parts.ts';
import { listFollowed } from '../store/registrations.ts';
import { forgetExpiredTokens } from '../store/used-tokens.ts';

/** Has every review read again that may have moved on, so that a lost webhook only delays. */
export async function sweep(parts: Parts): Promise<void> {
  for (const key of await listFollowed(parts.database)) await parts.queue.follow(key);
  await forgetExpiredTokens(parts.database);
}
