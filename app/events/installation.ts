import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { pauseInstallation, resumeInstallation } from '../store/pull-requests.ts';
import { Installation, Repository, readPayload } from './payload.ts';
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
export async function onAppRemoved(app: AppContext, payload: unknown): Promise<void> {
  const read = readPayload(app, Payload, payload);
  if (read !== null) await pauseInstallation(app.db, read.installation.id);
}

/** Handles the App's return or new permissions: reads everything that is open again. */
export async function onAppRestored(app: AppContext, payload: unknown): Promise<void> {
  const read = readPayload(app, Payload, payload);
  if (read === null) return;
  for (const pull of await resumeInstallation(app.db, read.installation.id)) await app.jobs.refreshPullRequest(pull);
}

/** Handles an installation on an account or on further repositories. What was stored about them before still counts. */
export async function onRepositoriesAdded(app: AppContext, payload: unknown): Promise<void> {
  const read = readPayload(app, Payload, payload);
  if (read === null) return;
  for (const repository of [...(read.repositories ?? []), ...(read.repositories_added ?? [])]) {
    await resumeIn(app, read.installation.id, repository);
  }
}

/** Handles the removal of repositories from the installation. */
export async function onRepositoriesRemoved(app: AppContext, payload: unknown): Promise<void> {
  const read = readPayload(app, Payload, payload);
  if (read === null) return;
  const ids = (read.repositories_removed ?? []).map((repository) => repository.id);
  await pauseInstallation(app.db, read.installation.id, ids);
}
