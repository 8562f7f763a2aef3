import type { TryToken } from '../../contract/workspace.ts';
import { admit } from '../admit.ts';
import { DomainError } from '../failure.ts';
import { newId } from '../ids.ts';
import type { Anyone, Ports } from '../ports.ts';
import { newBearer, TRY_TOKEN_DAYS } from './rules.ts';
import { insertToken, insertWorkspace } from './store.ts';

/** Makes a workspace and its first token; limited per address by the hour and by the day. */
export async function createTryToken(ports: Ports, actor: Anyone): Promise<TryToken> {
  const { settings } = ports;
  if (settings.signup === 'closed') {
    throw new DomainError('unauthenticated', 'This service makes no new workspaces. Ask whoever runs it for a token.');
  }
  const limits = [
    { max: settings.tryTokensPerHour, seconds: 3600 },
    { max: settings.tryTokensPerDay, seconds: 86_400 },
  ];
  for (const limit of limits) {
    await admit(ports, `create_try_token:${limit.seconds}:${actor.address}`, limit, 'try tokens from this address');
  }
  const now = ports.clock();
  const workspaceId = newId(now);
  const token = newBearer('slt_');
  const expiresAt = new Date(now.getTime() + TRY_TOKEN_DAYS * 86_400_000);
  await ports.transaction(async (tx) => {
    await insertWorkspace(tx, { id: workspaceId, plan: 'free', createdAt: now });
    await insertToken(tx, { hash: ports.secrets.hash(token), workspaceId, kind: 'try', createdAt: now, expiresAt });
  });
  const mcpUrl = `${settings.baseUrl}/mcp/sightline`;
  return {
    token,
    token_expires_at: expiresAt.toISOString(),
    mcp_url: mcpUrl,
    workspace_id: workspaceId,
    editor_config: { mcpServers: { sightline: { url: mcpUrl, headers: { Authorization: `Bearer ${token}` } } } },
    assistant_code_command: `claude mcp add --transport http sightline ${mcpUrl} --header "Authorization: Bearer ${token}"`,
  };
}
