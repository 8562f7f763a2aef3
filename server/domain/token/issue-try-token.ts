import type { TryToken } from '../../contract/workspace.ts';
import { type Opening, recordToken } from '../audit/record.ts';
import type { ClientActor, Ports, Tx } from '../ports.ts';
import { newBearer, TRY_TOKEN_DAYS } from './rules.ts';
import { insertToken } from './store.ts';

/**
 * Issues a new try token of a workspace, with what a person pastes to use it. Only its hash is stored. `asked`: the
 * token that it replaces; null for a workspace's first, and for one that a person got by an `opening`.
 */
export async function issueTryToken(
  ports: Ports,
  tx: Tx,
  workspaceId: string,
  asked: ClientActor | null,
  opening?: Opening,
): Promise<TryToken> {
  const now = ports.clock();
  const token = newBearer('slt_');
  const expiresAt = new Date(now.getTime() + TRY_TOKEN_DAYS * 86_400_000);
  const hash = ports.secrets.hash(token);
  await insertToken(tx, { hash, workspaceId, kind: 'try', connectionId: null, createdAt: now, expiresAt });
  await recordToken(tx, workspaceId, hash, asked, opening);
  const mcpUrl = `${ports.settings.baseUrl}/mcp/sightline`;
  return {
    token,
    token_expires_at: expiresAt.toISOString(),
    mcp_url: mcpUrl,
    workspace_id: workspaceId,
    editor_config: { mcpServers: { sightline: { url: mcpUrl, headers: { Authorization: `Bearer ${token}` } } } },
    assistant_code_command: `claude mcp add --transport http sightline ${mcpUrl} --header "Authorization: Bearer ${token}"`,
  };
}
