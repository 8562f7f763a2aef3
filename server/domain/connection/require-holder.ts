import { DomainError } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { isJobClient } from './rules.ts';
import { findConnection } from './store.ts';

/** Returns whether the client holds the workspace: by its try token, or as the connection that made it. */
export async function isHolder(ports: Ports, { bearer, workspaceId, connectionId }: ClientActor): Promise<boolean> {
  if (bearer === 'try') return true;
  const connection = connectionId === null ? null : await findConnection(ports.db, workspaceId, connectionId);
  return connection !== null && connection.joinedWith === null && connection.githubUserId === null;
}

/**
 * Returns whether the client is a repository's jobs, whose logs can be read by everybody who can read the repository.
 */
export async function isJob(ports: Ports, { workspaceId, connectionId }: ClientActor): Promise<boolean> {
  const connection = connectionId === null ? null : await findConnection(ports.db, workspaceId, connectionId);
  return connection !== null && isJobClient(connection.clientId);
}

/**
 * Refuses a client that only joined the workspace what only its holders may do: delete it, and end other clients'
 * connections. `own`: the connection to end, which is allowed if it is the client's own.
 */
export async function requireHolder(ports: Ports, actor: ClientActor, own: string | null = null): Promise<void> {
  if (actor.connectionId !== null && actor.connectionId === own) return;
  if (await isHolder(ports, actor)) return;
  throw new DomainError(
    'forbidden',
    'A client that joined this workspace cannot do that. Ask a person who has the workspace’s token.',
  );
}
