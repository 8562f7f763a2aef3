import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { resumePullRequest } from '../store/pull-requests.ts';
import { Installation, Repository, readPayload } from './payload.ts';

const Payload = z.object({
  installation: Installation,
  repository: Repository,
  pull_request: z.object({ number: z.int().positive() }),
});

/** Queues another read of a pull request after any event, because events arrive late, twice and in any order. */
export async function onPullRequest(app: AppContext, payload: unknown): Promise<void> {
  const read = readPayload(app, Payload, payload);
  if (read === null) return;
  const key = { repositoryId: read.repository.id, number: read.pull_request.number };
  await resumePullRequest(app.db, key);
  await app.jobs.refreshPullRequest({
    ...key,
    installationId: read.installation.id,
    fullName: read.repository.full_name,
  });
}
