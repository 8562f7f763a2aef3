import type { Probot } from 'probot';
import type { Parts } from '../parts.ts';
import { findCheckKey, saveCheckRun } from '../store/check-runs.ts';
import { resetHandOffs } from '../store/hand-offs.ts';
import { findGoverning, saveFollowed } from '../store/registrations.ts';

/** "Re-run" on one of our checks: a fresh run of the same name says what the review says now. */
export function onCheckRun(probot: Probot, parts: Parts): void {
  probot.on('check_run.rerequested', async ({ payload }) => {
    const key = await findCheckKey(parts.database, payload.repository.id, payload.check_run.id);
    if (key === null) return;
    await saveCheckRun(parts.database, key, { id: null, url: null, contentHash: null });
    const governing = await findGoverning(parts.database, key);
    if (governing === null) return;
    await resetHandOffs(parts.database, governing.repositoryId, governing.pullRequest);
    await saveFollowed(parts.database, governing, null);
    await parts.queue.follow(governing);
  });
}
