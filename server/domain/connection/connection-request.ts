import { z } from 'zod';
import type { KnownClient } from '../oauth-client/client-document.ts';
import { findClient } from '../oauth-client/find-client.ts';
import { matchesRedirect } from '../oauth-client/redirect-uri.ts';
import { oauthRefusal } from '../oauth-refusal.ts';
import type { Ports } from '../ports.ts';
import { isChallenge, readResource } from './rules.ts';

/** A client's request to connect, once all of it is checked. */
export const ConnectionRequest = z.object({
  clientId: z.string(),
  /** The name the client gives itself. */
  clientName: z.string(),
  /** The host that publishes its metadata document; null: nobody confirms the name. */
  publisherHost: z.string().nullable(),
  redirectUri: z.string(),
  /** PKCE, S256 */
  challenge: z.string(),
  resource: z.string().nullable(),
  /** Returned to the client unchanged. */
  state: z.string().nullable(),
});
export type ConnectionRequest = z.infer<typeof ConnectionRequest>;

export interface ReturnAddress {
  client: KnownClient;
  redirectUri: string;
}

/**
 * Returns the client and the address that the answer goes to. Nothing may be sent to the address before it is known to
 * belong to the client.
 * @throws DomainError of OAuth's `invalid_client`, `temporarily_unavailable`, `invalid_redirect_uri`; `rate_limited`
 */
export async function findReturn(
  ports: Ports,
  asked: { clientId: string | null; redirectUri: string | null },
  address: string,
): Promise<ReturnAddress> {
  if (asked.clientId === null) throw oauthRefusal('invalid_client', 'The link has no client_id.');
  const client = await findClient(ports, asked.clientId, address);
  const { redirectUri } = asked;
  if (redirectUri === null || !matchesRedirect(client.redirectUris, redirectUri)) {
    throw oauthRefusal('invalid_redirect_uri', 'The redirect_uri is not one that the client registered.');
  }
  return { client, redirectUri };
}

interface Asked {
  responseType: string | null;
  responseMode: string | null;
  challenge: string | null;
  challengeMethod: string | null;
  /** The parameter may be sent more than once (RFC 8707). */
  resources: readonly string[];
  state: string | null;
}

/**
 * Checks the parameters of the request. @throws DomainError of OAuth's `invalid_request`, `unsupported_response_type`,
 * `invalid_target`
 */
export function readConnectionRequest(ports: Ports, to: ReturnAddress, asked: Asked): ConnectionRequest {
  const { responseType, responseMode, challenge, challengeMethod, resources, state } = asked;
  if (responseType === null) throw oauthRefusal('invalid_request', 'response_type is missing: it is "code".');
  if (responseType !== 'code') throw oauthRefusal('unsupported_response_type', 'response_type must be "code".');
  if (responseMode !== null && responseMode !== 'query') {
    throw oauthRefusal('invalid_request', 'response_mode can only be "query".');
  }
  if (challenge === null) throw oauthRefusal('invalid_request', 'code_challenge is missing: PKCE is required.');
  if (challengeMethod !== 'S256') throw oauthRefusal('invalid_request', 'code_challenge_method must be "S256".');
  if (!isChallenge(challenge)) {
    throw oauthRefusal('invalid_request', 'code_challenge must be the base64url of a SHA-256: 43 characters.');
  }
  const [resource = null] = resources.map((each) => readResource(ports.settings, each));
  return {
    clientId: to.client.id,
    clientName: to.client.name,
    publisherHost: to.client.host,
    redirectUri: to.redirectUri,
    challenge,
    resource,
    state,
  };
}
