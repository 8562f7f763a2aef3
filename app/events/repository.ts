import { z } from 'zod';
import type { AppContext } from '../context.ts';
import {
  listRepositories,
  pauseInstallation,
  pauseRepository,
  type RepositoryPlace,
  resumeRepository,
} from '../store/pull-requests.ts';
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

/** Queues a read of the open pull requests of a repository at its current place, and a search for unknown ones. */
export async function resumeIn(app: AppContext, place: RepositoryPlace): Promise<void> {
  for (const pull of await resumeRepository(app.db, place)) {
    await app.jobs.refreshPullRequest({ ...place, number: pull.number });
  }
  await app.jobs.findLostEvents(place);
}

const Change = z.object({
  installation: Installation,
  /** Only in `installation.created`. */
  repositories: z.array(Repository).optional(),
  /** Only in `installation_repositories`. */
  repositories_added: z.array(Repository).optional(),
  repositories_removed: z.array(z.object({ id: z.int() })).optional(),
});

/** Handles the removal or suspension of the App: nothing can be written there for now. */
export const onAppRemoved = withPayload(Change, (app, { installation }) => pauseInstallation(app.db, installation.id));

/** Handles the App's return or new permissions: reads everything that is open again. */
export const onAppRestored = withPayload(Change, async (app, { installation }) => {
  for (const place of await listRepositories(app.db, installation.id)) await resumeIn(app, place);
});

/** Handles an installation on an account or on further repositories. What was stored about them before still counts. */
export const onRepositoriesAdded = withPayload(Change, async (app, { installation, ...added }) => {
  for (const repository of [...(added.repositories ?? []), ...(added.repositories_added ?? [])]) {
    await resumeIn(app, placeOf(installation, repository));
  }
});

/** Handles the removal of repositories from the installation. */
export const onRepositoriesRemoved = withPayload(Change, async (app, { installation, repositories_removed = [] }) => {
  const ids = repositories_removed.map((repository) => repository.id);
  await pauseInstallation(app.db, installation.id, ids);
});
