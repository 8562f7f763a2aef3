import { z } from 'zod';
import type { Parts } from '../parts.ts';
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
export async function onAppGone(parts: Parts, payload: unknown): Promise<void> {
  const read = readPayload(parts, Payload, payload);
  if (read !== null) await pauseInstallation(parts.database, read.installation.id);
}

/** The App may work again, or may do more: everything that is open is read again. */
export async function onAppBack(parts: Parts, payload: unknown): Promise<void> {
  const read = readPayload(parts, Payload, payload);
  if (read === null) return;
  for (const pull of await resumeInstallation(parts.database, read.installation.id)) await parts.queue.refresh(pull);
}

/** The App was installed, on an account or on further repositories: what was known of them before goes on. */
export async function onRepositoriesAdded(parts: Parts, payload: unknown): Promise<void> {
  const read = readPayload(parts, Payload, payload);
  if (read === null) return;
  for (const repository of [...(read.repositories ?? []), ...(read.repositories_added ?? [])]) {
    await resumeIn(parts, read.installation.id, repository);
  }
}

/** Repositories were taken out of the installation. */
export async function onRepositoriesRemoved(parts: Parts, payload: unknown): Promise<void> {
  const read = readPayload(parts, Payload, payload);
  if (read === null) return;
  const ids = (read.repositories_removed ?? []).map((repository) => repository.id);
  await pauseInstallation(parts.database, read.installation.id, ids);
}
