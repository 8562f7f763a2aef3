import { DomainError } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { findConnection } from './store.ts';

/**
 * Refuses a client that only joined the workspace what belongs to those who hold it: deleting it, and ending other
 * clients' connections. `own`: the connection that it asks to end; its own it may.
 */
export async function requireHolder(ports: Ports, actor: ClientActor, own: string | null = null): Promise<void> {
  if (actor.bearer === 'try') return;
  const { workspaceId, connectionId } = actor;
  if (connectionId !== null && connectionId === own) return;
  const connection = connectionId === null ? null : await findConnection(ports.db, workspaceId, connectionId);
  if (connection !== null && connection.joinedWith === null) return;
  throw new DomainError(
    'forbidden',
    'A client that joined this workspace cannot do that. Ask whoever holds the workspace’s token.',
  );
}
