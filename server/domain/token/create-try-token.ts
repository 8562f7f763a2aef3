import type { TryToken } from '../../contract/workspace.ts';
import { admit } from '../admit.ts';
import { DomainError } from '../failure.ts';
import { newId } from '../ids.ts';
import type { Anyone, Ports } from '../ports.ts';
import { issueTryToken } from './issue-try-token.ts';
import { insertWorkspace } from './store.ts';

/** Makes a workspace and its first token; limited per address by the hour and by the day. */
export async function createTryToken(ports: Ports, actor: Anyone): Promise<TryToken> {
  const { settings } = ports;
  if (settings.signup === 'closed') {
    throw new DomainError('forbidden', 'This service makes no new workspaces. Ask whoever runs it for a token.');
  }
  const limits = [
    { max: settings.tryTokensPerHour, seconds: 3600 },
    { max: settings.tryTokensPerDay, seconds: 86_400 },
  ];
  for (const limit of limits) {
    await admit(
      ports,
      `create_try_token:${limit.seconds}:${actor.address}`,
      limit,
      undefined,
      'try tokens from this address',
    );
  }
  const now = ports.clock();
  const workspaceId = newId(now);
  return ports.transaction(async (tx) => {
    await insertWorkspace(tx, { id: workspaceId, plan: 'free', createdAt: now });
    return issueTryToken(ports, tx, workspaceId, null);
  });
}
