import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { pauseRepository, resumeRepository } from '../store/pull-requests.ts';
import { Installation, Repository, readPayload } from './payload.ts';

const Payload = z.object({ installation: Installation, repository: Repository });

/**
 * Handles a new name, owner, default branch or visibility of a repository. Everything is keyed by its id, so it
 * continues as before, and what may be shown is decided again.
 */
export async function onRepository(app: AppContext, payload: unknown): Promise<void> {
  const read = readPayload(app, Payload, payload);
  if (read === null) return;
  await resumeIn(app, read.installation.id, read.repository);
}

/** Handles an archived repository: GitHub accepts no changes there until it is unarchived. */
export async function onRepositoryArchived(app: AppContext, payload: unknown): Promise<void> {
  const read = readPayload(app, Payload, payload);
  if (read === null) return;
  const { id: repositoryId, full_name: fullName } = read.repository;
  await pauseRepository(app.db, { repositoryId, installationId: read.installation.id, fullName });
}

/** Queues a read of the open pull requests of a repository at its current place. */
export async function resumeIn(
  app: AppContext,
  installationId: number,
  repository: z.infer<typeof Repository>,
): Promise<void> {
  const place = { repositoryId: repository.id, installationId, fullName: repository.full_name };
  for (const pull of await resumeRepository(app.db, place)) {
    await app.jobs.refreshPullRequest({ ...place, number: pull.number });
  }
}
