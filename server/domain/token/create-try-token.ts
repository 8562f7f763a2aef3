import type { TryToken } from '../../contract/workspace.ts';
import { newId } from '../ids.ts';
import type { Anyone, Ports } from '../ports.ts';
import { insertWorkspace } from '../workspace/store.ts';
import { issueTryToken } from './issue-try-token.ts';
import { limitNewWorkspaces } from './limit-new-workspaces.ts';

/** Makes a workspace and its first token; limited per address by the hour and by the day. */
export async function createTryToken(ports: Ports, actor: Anyone): Promise<TryToken> {
  await limitNewWorkspaces(ports, actor.address);
  const now = ports.clock();
  const workspaceId = newId(now);
  return ports.transaction(async (tx) => {
    await insertWorkspace(tx, { id: workspaceId, createdAt: now });
    return issueTryToken(ports, tx, workspaceId, null);
  });
}
