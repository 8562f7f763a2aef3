import { oauthRefusal } from '../oauth-refusal.ts';
import type { Ports } from '../ports.ts';
import { isBearerForm } from '../token/rules.ts';
import { findAccessToken, revokeAccessToken } from '../token/store.ts';
import { closeConnection } from './close-connection.ts';
import { findConnection, findRefreshToken } from './store.ts';

/**
 * Revokes a token for its client (RFC 7009): a refresh token with its whole connection, an access token alone. An
 * unknown token, or another client's, changes nothing and gets the same answer.
 * @throws DomainError of OAuth's `invalid_request`
 */
export async function revoke(ports: Ports, token: string | null, clientId: string | null): Promise<void> {
  if (token === null) throw oauthRefusal('invalid_request', 'Send `token`.');
  if (!isBearerForm(token)) return;
  const hash = ports.secrets.hash(token);
  const refreshes = token.startsWith('slr_');
  const found = refreshes ? await findRefreshToken(ports.db, hash) : await findAccessToken(ports.db, hash);
  if (found === null || found.connectionId === null) return;
  const connection = await findConnection(ports.db, found.workspaceId, found.connectionId);
  if (connection === null || (clientId !== null && clientId !== connection.clientId)) return;
  if (refreshes) await ports.transaction((tx) => closeConnection(ports, tx, connection, hash, 'revoked'));
  else await revokeAccessToken(ports.db, { workspaceId: found.workspaceId, hash }, ports.clock());
}
