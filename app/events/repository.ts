import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { pauseRepository, type RepositoryPlace, resumeRepository } from '../store/pull-requests.ts';
import { Installation, placeOf, Repository, withPayload } from './payload.ts';

const Payload = z.object({ installation: Installation, repository: Repository });

/**
 * Handles a new name, owner, default branch or visibility of a repository. Everything is keyed by its id, so it
 * continues as before, and what may be shown is decided again.
 */
export const onRepository = withPayload(Payload, (app, { installation, repository }) =>
  resumeIn(app, placeOf(installation, repository)),
);

/** Handles a repository that became public: everybody can read the links that were shown in it. */
export const onRepositoryPublicized = withPayload(Payload, async (app, { installation, repository }) => {
  const place = placeOf(installation, repository);
  await resumeRepository(app.db, place);
  await app.jobs.withdrawLinks(place);
});

/** Handles an archived repository: GitHub accepts no changes there until it is unarchived. */
export const onRepositoryArchived = withPayload(Payload, (app, { installation, repository }) =>
  pauseRepository(app.db, placeOf(installation, repository)),
);

/** Queues a read of the open pull requests of a repository at its current place. */
export async function resumeIn(app: AppContext, place: RepositoryPlace): Promise<void> {
  for (const pull of await resumeRepository(app.db, place)) {
    await app.jobs.refreshPullRequest({ ...place, number: pull.number });
  }
}
