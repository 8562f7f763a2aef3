import type { TryToken } from '../../contract/workspace.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { issueTryToken } from './issue-try-token.ts';
import { GRACE_MS } from './rules.ts';
import { endToken } from './store.ts';

export async function rotateToken(ports: Ports, actor: ClientActor): Promise<TryToken> {
  return ports.transaction(async (tx) => {
    const fresh = await issueTryToken(ports, tx, actor.workspaceId, actor);
    const hash = Buffer.from(actor.credential, 'base64url');
    await endToken(tx, hash, new Date(ports.clock().getTime() + GRACE_MS));
    return fresh;
  });
}
