import { z } from 'zod';
import { rerunAll, Sender } from './check-run.ts';
import { Repository, Sha, withPayload } from './payload.ts';

const Payload = z.object({
  repository: Repository,
  check_suite: z.object({ head_sha: Sha, app: z.object({ id: z.int() }) }),
  sender: Sender,
});

/** Handles “Re-run all checks”: creates new runs of every name on that commit. */
export const onCheckSuiteRerequested = withPayload(Payload, async (app, { repository, check_suite, sender }) => {
  if (check_suite.app.id !== app.github.appId) return;
  await rerunAll(app, { repositoryId: repository.id, headSha: check_suite.head_sha }, sender);
});
