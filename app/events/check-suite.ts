import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { renewCheckRuns } from '../store/check-runs.ts';
import { markUnsynced } from '../store/registrations.ts';
import { refreshHeads } from './check-run.ts';
import { Repository, readPayload, Sha } from './payload.ts';

const Payload = z.object({
  repository: Repository,
  check_suite: z.object({ head_sha: Sha, app: z.object({ id: z.int() }) }),
});

/** Handles “Re-run all checks”: creates new runs of every name on that commit. */
export async function onCheckSuiteRerequested(app: AppContext, payload: unknown): Promise<void> {
  const read = readPayload(app, Payload, payload);
  if (read === null || read.check_suite.app.id !== app.github.appId) return;
  const commit = { repositoryId: read.repository.id, headSha: read.check_suite.head_sha };
  await renewCheckRuns(app.db, commit);
  for (const key of await markUnsynced(app.db, commit)) await app.jobs.syncReview(key);
  await refreshHeads(app, commit);
}
