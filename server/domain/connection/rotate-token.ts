import type { TryToken } from '../../contract/workspace.ts';
import { DomainError, wrongState } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { issueTryToken } from '../token/create-try-token.ts';
import { GRACE_MS } from '../token/rules.ts';
import { endToken } from '../token/store.ts';
import { holdWorkspace } from '../workspace/store.ts';
import { closeConnection } from './close-connection.ts';
import { listConnectionsJoinedWith } from './store.ts';

/**
 * Issues a new try token in place of the caller's, which is assumed to be in other hands: every connection that joined
 * the workspace with it must join again.
 */
export async function rotateToken(ports: Ports, actor: ClientActor): Promise<TryToken> {
  if (actor.bearer !== 'try') {
    // Otherwise a token of one hour could be turned into one of months.
    throw wrongState('A connected client cannot rotate the token. Send the try token to replace.');
  }
  return ports.transaction(async (tx) => {
    // The workspace was deleted since the token was looked up: the new token would open nothing.
    if (!(await holdWorkspace(tx, actor.workspaceId))) {
      throw new DomainError('unauthenticated', 'The workspace of this token has been deleted.', {
        invalid_token: true,
      });
    }
    const hash = Buffer.from(actor.credential, 'base64url');
    // Done first, so that no client can join with it from here on.
    await endToken(tx, actor.workspaceId, hash, new Date(ports.clock().getTime() + GRACE_MS));
    for (const { id } of await listConnectionsJoinedWith(tx, actor.workspaceId, hash)) {
      await closeConnection(ports, tx, { workspaceId: actor.workspaceId, id }, hash, 'token_rotated');
    }
    return issueTryToken(ports, tx, actor.workspaceId, actor);
  });
}
