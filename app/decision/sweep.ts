import type { Parts } from '../parts.ts';
import { noticeLostEvents } from '../pull/notice-lost-events.ts';
import { listWaitingSince } from '../store/pull-requests.ts';
import { listFollowed } from '../store/registrations.ts';
import { forgetExpiredTokens } from '../store/used-tokens.ts';

/**
 * Has every review read again that may have moved on, so that a lost webhook only delays, every pull request on which
 * something has waited for more than an hour, and every one whose head nobody has told of.
 */
export async function sweep(parts: Parts): Promise<void> {
  for (const key of await listFollowed(parts.database)) await parts.queue.follow(key);
  const anHourAgo = new Date(parts.now().getTime() - 3_600_000);
  for (const key of await listWaitingSince(parts.database, anHourAgo)) await parts.queue.refresh(key);
  await forgetExpiredTokens(parts.database);
  await noticeLostEvents(parts);
}
