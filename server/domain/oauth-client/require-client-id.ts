import { oauthRefusal } from '../oauth-refusal.ts';
import type { Ports } from '../ports.ts';
import { isRegisteredId } from './find-client.ts';
import { findClientRow } from './store.ts';

/**
 * Returns the id of the client that wants a token. A client that registered here and is no longer known must get the
 * refusal, because it then registers anew. For a client with a document, the token alone proves that it is the
 * client's.
 * @throws DomainError of OAuth's `invalid_request` or `invalid_client`
 */
export async function requireClientId(ports: Ports, clientId: string | null): Promise<string> {
  if (clientId === null) throw oauthRefusal('invalid_request', 'Send `client_id`.');
  if (clientId.startsWith('https://')) return clientId;
  if (isRegisteredId(clientId) && (await findClientRow(ports.db, clientId)) !== null) return clientId;
  throw oauthRefusal(
    'invalid_client',
    'This service does not know the client. Register it again with POST /oauth/register.',
  );
}
