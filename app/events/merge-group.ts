import { z } from 'zod';
import { Installation, placeOf, Repository, Sha, withPayload } from './payload.ts';

const Payload = z.object({
  installation: Installation,
  repository: Repository,
  merge_group: z.object({ head_sha: Sha, base_ref: z.string().min(1) }),
});

/** Handles a merge queue's request for checks on a group of pull requests. */
export const onMergeGroup = withPayload(Payload, async (app, { installation, repository, merge_group }) => {
  const { head_sha: headSha, base_ref: baseRef } = merge_group;
  await app.jobs.checkMergeGroup({ ...placeOf(installation, repository), headSha, baseRef });
});
