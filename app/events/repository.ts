import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { pauseRepository, resumeRepository } from '../store/pull-requests.ts';
import { Installation, Repository, readPayload } from './payload.ts';

const Payload = z.object({ installation: Installation, repository: Repository });

/**
 * A repository has another name, owner, default branch or visibility: everything is keyed by its id, so it
 * continues where it was, and what may be shown is decided again.
 */
export async function onRepository(app: AppContext, payload: unknown): Promise<void> {
  const read = readPayload(app, Payload, payload);
  if (read === null) return;
  await resumeIn(app, read.installation.id, read.repository);
}

/** It was archived: GitHub takes nothing there until that is undone. */
export async function onRepositoryArchived(app: AppContext, payload: unknown): Promise<void> {
  const read = readPayload(app, Payload, payload);
  if (read === null) return;
  const { id: repositoryId, full_name: fullName } = read.repository;
  await pauseRepository(app.db, { repositoryId, installationId: read.installation.id, fullName });
}

/** Has the open pull requests of a repository read again, where it is now. */
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
