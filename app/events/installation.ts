import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { pauseInstallation, resumeInstallation } from '../store/pull-requests.ts';
import { Installation, Repository, readPayload } from './payload.ts';
import { resumeIn } from './repository.ts';

const Payload = z.object({
  installation: Installation,
  /** Of `installation.created`. */
  repositories: z.array(Repository).optional(),
  /** Of `installation_repositories`. */
  repositories_added: z.array(Repository).optional(),
  repositories_removed: z.array(z.object({ id: z.int() })).optional(),
});

/** The App was uninstalled or suspended: nothing there can be written for now. */
export async function onAppRemoved(app: AppContext, payload: unknown): Promise<void> {
  const read = readPayload(app, Payload, payload);
  if (read !== null) await pauseInstallation(app.db, read.installation.id);
}

/** The App may work again, or may do more: everything that is open is read again. */
export async function onAppRestored(app: AppContext, payload: unknown): Promise<void> {
  const read = readPayload(app, Payload, payload);
  if (read === null) return;
  for (const pull of await resumeInstallation(app.db, read.installation.id)) await app.jobs.refreshPullRequest(pull);
}

/** The App was installed, on an account or on further repositories: what was known of them before still counts. */
export async function onRepositoriesAdded(app: AppContext, payload: unknown): Promise<void> {
  const read = readPayload(app, Payload, payload);
  if (read === null) return;
  for (const repository of [...(read.repositories ?? []), ...(read.repositories_added ?? [])]) {
    await resumeIn(app, read.installation.id, repository);
  }
}

/** Repositories were taken out of the installation. */
export async function onRepositoriesRemoved(app: AppContext, payload: unknown): Promise<void> {
  const read = readPayload(app, Payload, payload);
  if (read === null) return;
  const ids = (read.repositories_removed ?? []).map((repository) => repository.id);
  await pauseInstallation(app.db, read.installation.id, ids);
}
