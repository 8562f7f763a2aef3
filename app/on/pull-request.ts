import type { Probot } from 'probot';
import type { Parts } from '../parts.ts';
import { updatePullRequest } from '../store/pull-requests.ts';
import { listNewest } from '../store/registrations.ts';

/**
 * A new head gets no check from us until its own review is registered, so nothing passes by itself; the comment says
 * that its rows are of an older commit. Closed pull requests are followed no more until they are opened again.
 */
export function onPullRequest(probot: Probot, parts: Parts): void {
  const events = ['pull_request.synchronize', 'pull_request.closed', 'pull_request.reopened'] as const;
  probot.on([...events], async ({ payload }) => {
    const { pull_request: pull, repository } = payload;
    const known = await updatePullRequest(parts.database, {
      repositoryId: repository.id,
      number: pull.number,
      fullName: repository.full_name,
      private: repository.private,
      headSha: pull.head.sha,
      headRef: pull.head.ref,
      open: pull.state === 'open',
    });
    if (!known) return;
    for (const { reviewId } of await listNewest(parts.database, repository.id, pull.number)) {
      await parts.queue.follow({ repositoryId: repository.id, reviewId });
    }
  });
}
