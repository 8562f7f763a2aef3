import { z } from 'zod';
import { resumePullRequest } from '../store/pull-requests.ts';
import { Installation, placeOf, Repository, withPayload } from './payload.ts';

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
