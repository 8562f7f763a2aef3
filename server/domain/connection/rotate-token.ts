import type { TryToken } from '../../contract/workspace.ts';
import { DomainError, wrongState } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { issueTryToken } from '../token/create-try-token.ts';
import { GRACE_MS } from '../token/rules.ts';
import { endTryToken, endTryTokens } from '../token/store.ts';
import { holdWorkspace } from '../workspace/store.ts';
import { closeConnection } from './close-connection.ts';
import { listJoinedByToken } from './store.ts';

/**
 * Issues a new try token in place of the caller's, which is assumed to be in other hands, and of all others of the
 * workspace, which may have been got with it by `open_workspace`: every connection that joined the workspace with a
 * token must join again.
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
    const at = new Date(ports.clock().getTime() + GRACE_MS);
    // Done first: nobody can get a token or join with it from here on. One that was replaced before gets another
    // token in place of a lost answer, and ends nothing.
    if (await endTryToken(tx, actor.workspaceId, hash, at)) {
      await endTryTokens(tx, actor.workspaceId, at);
      for (const { id } of await listJoinedByToken(tx, actor.workspaceId)) {
        await closeConnection(ports, tx, { workspaceId: actor.workspaceId, id }, hash, 'token_rotated');
      }
    }
    return issueTryToken(ports, tx, actor.workspaceId, actor);
  });
}
