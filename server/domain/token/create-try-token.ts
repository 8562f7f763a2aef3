import type { TryToken } from '../../contract/workspace.ts';
import { type Opening, recordToken } from '../audit/record.ts';
import { consumeRateLimit, countingWithin } from '../consume-rate-limit.ts';
import { DomainError } from '../failure.ts';
import { newId } from '../ids.ts';
import type { ClientActor, Handler, Ports, Tx } from '../ports.ts';
import { insertWorkspace } from '../workspace/store.ts';
import { newBearer, TRY_TOKEN_DAYS } from './rules.ts';
import { insertToken } from './store.ts';

/**
 * Counts one new workspace for an address, by the hour and by the day, however it is made: by both or by none. With
 * `tx` it counts only if that transaction commits.
 * @throws DomainError `forbidden` when the service makes no new workspaces, `rate_limited` when it is one too many
 */
export async function limitNewWorkspaces(ports: Ports, address: string, tx?: Tx): Promise<void> {
  const { signup, tryTokensPerHour, tryTokensPerDay } = ports.settings;
  if (signup === 'closed') {
    throw new DomainError('forbidden', 'This service makes no new workspaces. Ask its operator for a token.');
  }
  if (tx === undefined) return ports.transaction((own) => limitNewWorkspaces(ports, address, own));
  for (const limit of [
    { max: tryTokensPerHour, seconds: 3600 },
    { max: tryTokensPerDay, seconds: 86_400 },
  ]) {
    await consumeRateLimit(
      countingWithin(ports, tx),
      `create_try_token:${limit.seconds}:${address}`,
      limit,
      'try tokens from this address',
    );
  }
}

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

/** Makes a workspace and its first token; limited per address by the hour and by the day. */
export const createTryToken: Handler<'create_try_token'> = async (ports, actor) => {
  await limitNewWorkspaces(ports, actor.address);
  const now = ports.clock();
  const workspaceId = newId(now);
  return ports.transaction(async (tx) => {
    await insertWorkspace(tx, { id: workspaceId, createdAt: now });
    return issueTryToken(ports, tx, workspaceId, null);
  });
};
