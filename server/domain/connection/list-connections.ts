import type { Connection } from '../../contract/workspace.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { REFRESH_MS } from './rules.ts';
import { listLivingConnections } from './store.ts';

const MAX_CONNECTIONS = 500;

/** Lists the connections. One whose last refresh token has expired is not signed in any more, and is left out. */
export async function listConnections(ports: Ports, actor: ClientActor): Promise<{ connections: Connection[] }> {
  const now = ports.clock();
  const usedAfter = new Date(now.getTime() - REFRESH_MS);
  const rows = await listLivingConnections(ports.db, actor.workspaceId, { usedAfter, now }, MAX_CONNECTIONS);
  return {
    connections: rows.map((row) => ({
      id: row.id,
      client_name: row.clientName,
      client_host: row.clientHost,
      joined: row.joinedWith !== null || row.githubLogin !== null,
      verified_login: row.githubLogin,
      ends_at: row.endsAt?.toISOString() ?? null,
      created_at: row.createdAt.toISOString(),
      last_used_at: row.lastUsedAt.toISOString(),
    })),
  };
}
