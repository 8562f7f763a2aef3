import { z } from 'zod';
import type { Parts } from '../parts.ts';
import { resumePullRequest } from '../store/pull-requests.ts';
import { Installation, Repository, readPayload } from './payload.ts';

const Payload = z.object({
  installation: Installation,
  repository: Repository,
  pull_request: z.object({ number: z.int().positive() }),
});

/** Something happened to a pull request: it is read again, as events come late, twice and in any order. */
export async function onPullRequest(parts: Parts, payload: unknown): Promise<void> {
  const read = readPayload(parts, Payload, payload);
  if (read === null) return;
  const key = { repositoryId: read.repository.id, number: read.pull_request.number };
  await resumePullRequest(parts.database, key);
  await parts.queue.refresh({
    ...key,
    installationId: read.installation.id,
    fullName: read.repository.full_name,
  });
}
