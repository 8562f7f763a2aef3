import { DomainError } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { isJobClient } from './rules.ts';
import { findConnection } from './store.ts';

/** Whether this is one of those who hold the workspace: by its try token, or as the connection that made it. */
export async function isHolder(ports: Ports, { bearer, workspaceId, connectionId }: ClientActor): Promise<boolean> {
  if (bearer === 'try') return true;
  const connection = connectionId === null ? null : await findConnection(ports.db, workspaceId, connectionId);
  return connection !== null && connection.joinedWith === null && connection.githubUserId === null;
}

/** Whether this is a repository's jobs, whose logs and secrets everybody reads who may read the repository. */
export async function isJob(ports: Ports, { workspaceId, connectionId }: ClientActor): Promise<boolean> {
  const connection = connectionId === null ? null : await findConnection(ports.db, workspaceId, connectionId);
  return connection !== null && isJobClient(connection.clientId);
}

/**
 * Refuses a client that only joined the workspace what belongs to those who hold it: deleting it, and ending other
 * clients' connections. `own`: the connection that it asks to end; its own it may.
 */
export async function requireHolder(ports: Ports, actor: ClientActor, own: string | null = null): Promise<void> {
  if (actor.connectionId !== null && actor.connectionId === own) return;
  if (await isHolder(ports, actor)) return;
  throw new DomainError(
    'forbidden',
    'A client that joined this workspace cannot do that. Ask a person who has the workspace’s token.',
  );
}
