import { type EndOfConnection, recordConnection } from '../audit/record.ts';
import type { Ports, Tx } from '../ports.ts';
import { holdWorkspace } from '../workspace/store.ts';
import { endConnectionRows, lockConnection } from './store.ts';

/**
 * Ends a connection with all its tokens at once. An ended one stays as it is. `credential`: the hash of the token that
 * caused it; null when none did.
 * @returns whether there is such a connection
 */
export async function closeConnection(
  ports: Ports,
  tx: Tx,
  connection: { workspaceId: string; id: string },
  credential: Uint8Array | null,
  why: EndOfConnection,
): Promise<boolean> {
  const { workspaceId, id } = connection;
  // Every transaction locks the workspace first, then the connection, then its tokens.
  if (!(await holdWorkspace(tx, workspaceId))) return false;
  const held = await lockConnection(tx, workspaceId, id);
  if (held === null) return false;
  if (held.endedAt === null) {
    await endConnectionRows(tx, workspaceId, id, ports.clock());
    await recordConnection(tx, workspaceId, credential, 'connection.ended', { connection: id, why });
  }
  return true;
}
