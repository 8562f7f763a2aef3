import { notFound } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { closeConnection } from './close-connection.ts';
import { requireHolder } from './require-holder.ts';

/**
 * Ends a connection. Answers the same when it has ended already, because a client that repeats the call missed the
 * answer.
 */
export async function endConnection(
  ports: Ports,
  actor: ClientActor,
  input: { connection_id: string },
): Promise<{ id: string; ended: true }> {
  const { connection_id: id } = input;
  const connection = { workspaceId: actor.workspaceId, id };
  await requireHolder(ports, actor, id);
  const credential = Buffer.from(actor.credential, 'base64url');
  const known = await ports.transaction((tx) => closeConnection(ports, tx, connection, credential, 'asked'));
  if (!known) throw notFound('connection');
  return { id, ended: true };
}
