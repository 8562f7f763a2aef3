import { z } from 'zod';
import { resumePullRequest } from '../store/pull-requests.ts';
import { Installation, placeOf, Repository, Sha, withPayload } from './payload.ts';

const Payload = z.object({
  installation: Installation,
  repository: Repository,
  pull_request: z.object({ number: z.int().positive() }),
});

/** Queues another read of a pull request after any event, because events arrive late, twice and in any order. */
export const onPullRequest = withPayload(Payload, async (app, { installation, repository, pull_request }) => {
  const { number } = pull_request;
  await resumePullRequest(app.db, { repositoryId: repository.id, number });
  await app.jobs.refreshPullRequest({ ...placeOf(installation, repository), number });
});

const MergeGroup = z.object({
  installation: Installation,
  repository: Repository,
  merge_group: z.object({ head_sha: Sha, base_ref: z.string().min(1) }),
});

/** Handles a merge queue's request for checks on a group of pull requests. */
export const onMergeGroup = withPayload(MergeGroup, async (app, { installation, repository, merge_group }) => {
  const { head_sha: headSha, base_ref: baseRef } = merge_group;
  await app.jobs.checkMergeGroup({ ...placeOf(installation, repository), headSha, baseRef });
});
