import { oauthRefusal } from '../oauth-refusal.ts';
import type { Ports } from '../ports.ts';
import { type KnownClient, readClientDocument } from './client-document.ts';
import { StoredRedirectUris } from './redirect-uri.ts';
import { findClientRow } from './store.ts';

/** Returns whether this has the form of the id of a client that registered here, whether it exists or not. */
const isRegisteredId = (clientId: string): boolean => /^slc_[0-9A-Za-z]{27}$/.test(clientId);

/**
 * Finds the client with the id `clientId`. `address`: where the request comes from, for counting.
 * @throws DomainError of OAuth's `invalid_client`
 */
export async function findClient(ports: Ports, clientId: string, address: string): Promise<KnownClient> {
  if (/^https:\/\//i.test(clientId)) {
    if (ports.settings.clientDocuments) return readClientDocument(ports, clientId, address);
    throw oauthRefusal('invalid_client', 'This service reads no documents of clients: they register here.');
  }
  const row = isRegisteredId(clientId) ? await findClientRow(ports.db, clientId) : null;
  if (row === null || row.kind !== 'registered') {
    throw oauthRefusal(
      'invalid_client',
      'This service does not know the client that asks. Register it again: remove the connection in your client, then add it again.',
    );
  }
  const { id, name } = row;
  return { id, kind: 'registered', name, redirectUris: StoredRedirectUris.parse(row.redirectUris), host: null };
}

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
