import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { Installation, Repository, readPayload, Sha } from './payload.ts';

const Payload = z.object({
  installation: Installation,
  repository: Repository,
  merge_group: z.object({ head_sha: Sha, base_ref: z.string().min(1) }),
});

/** Handles a merge queue's request for checks on a group of pull requests. */
export async function onMergeGroup(app: AppContext, payload: unknown): Promise<void> {
  const read = readPayload(app, Payload, payload);
  if (read === null) return;
  await app.jobs.checkMergeGroup({
    repositoryId: read.repository.id,
    installationId: read.installation.id,
    fullName: read.repository.full_name,
    headSha: read.merge_group.head_sha,
    baseRef: read.merge_group.base_ref,
  });
}
