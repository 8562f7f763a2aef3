import { z } from 'zod';
import type { Parts } from '../parts.ts';
import { renewCheckRuns } from '../store/check-runs.ts';
import { forgetFollowed } from '../store/registrations.ts';
import { refreshHeads } from './check-run.ts';
import { Repository, readPayload, Sha } from './payload.ts';

const Payload = z.object({
  repository: Repository,
  check_suite: z.object({ head_sha: Sha, app: z.object({ id: z.int() }) }),
});

/** "Re-run all checks" of ours: fresh runs of every name on that commit. */
export async function onCheckSuiteAgain(parts: Parts, payload: unknown): Promise<void> {
  const read = readPayload(parts, Payload, payload);
  if (read === null || read.check_suite.app.id !== parts.github.appId) return;
  const commit = { repositoryId: read.repository.id, headSha: read.check_suite.head_sha };
  await renewCheckRuns(parts.database, commit);
  for (const key of await forgetFollowed(parts.database, commit)) await parts.queue.follow(key);
  await refreshHeads(parts, commit);
}
