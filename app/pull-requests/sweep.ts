import type { AppContext } from '../context.ts';
import { listWaitingSince } from '../store/pull-requests.ts';
import { listToSync } from '../store/registrations.ts';
import { noticeLostEvents } from './notice-lost-events.ts';

/**
 * Queues a read of every review that may have changed, so that a lost webhook only causes a delay; of every pull
 * request on which something has waited for more than an hour; and of every one whose head was never reported.
 */
export async function sweep(app: AppContext): Promise<void> {
  for (const key of await listToSync(app.db)) await app.jobs.syncReview(key);
  const anHourAgo = new Date(app.clock().getTime() - 3_600_000);
  for (const key of await listWaitingSince(app.db, anHourAgo)) await app.jobs.refreshPullRequest(key);
  await noticeLostEvents(app);
}
