import { z } from 'zod';
import { pauseInstallation, resumeInstallation } from '../store/pull-requests.ts';
import { Installation, placeOf, Repository, withPayload } from './payload.ts';
import { resumeIn } from './repository.ts';

const Payload = z.object({
  installation: Installation,
  /** Only in `installation.created`. */
  repositories: z.array(Repository).optional(),
  /** Only in `installation_repositories`. */
  repositories_added: z.array(Repository).optional(),
  repositories_removed: z.array(z.object({ id: z.int() })).optional(),
});

/** Handles the removal or suspension of the App: nothing can be written there for now. */
export const onAppRemoved = withPayload(Payload, (app, { installation }) => pauseInstallation(app.db, installation.id));

/** Handles the App's return or new permissions: reads everything that is open again. */
export const onAppRestored = withPayload(Payload, async (app, { installation }) => {
  for (const pull of await resumeInstallation(app.db, installation.id)) await app.jobs.refreshPullRequest(pull);
});

/** Handles an installation on an account or on further repositories. What was stored about them before still counts. */
export const onRepositoriesAdded = withPayload(Payload, async (app, { installation, ...added }) => {
  for (const repository of [...(added.repositories ?? []), ...(added.repositories_added ?? [])]) {
    await resumeIn(app, placeOf(installation, repository));
  }
});

/** Handles the removal of repositories from the installation. */
export const onRepositoriesRemoved = withPayload(Payload, async (app, { installation, repositories_removed = [] }) => {
  const ids = repositories_removed.map((repository) => repository.id);
  await pauseInstallation(app.db, installation.id, ids);
});
