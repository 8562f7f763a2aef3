import type { FastifyInstance } from 'fastify';
import { mcpUrl } from '../../domain/connection/rules.ts';
import { SCOPE } from '../../domain/oauth-client/register-client.ts';
import type { Ports } from '../../domain/ports.ts';
import { TOKEN_EXCHANGE } from './token.ts';

/**
 * Adds the discovery documents (RFC 9728 and RFC 8414). There is no document for the whole host at the root, because
 * other services at this host would seem to be covered by it.
 */
export function addMetadata(scope: FastifyInstance, { settings }: Ports): void {
  const { baseUrl } = settings;
  const resource = {
    resource: mcpUrl(settings),
    resource_name: 'Sightline',
    resource_documentation: `${baseUrl}/docs`,
    authorization_servers: [baseUrl],
    scopes_supported: [SCOPE],
    bearer_methods_supported: ['header'],
  };
  const issuer = {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    registration_endpoint: `${baseUrl}/oauth/register`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    scopes_supported: [SCOPE],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', TOKEN_EXCHANGE],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: settings.clientDocuments,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${baseUrl}/docs`,
  };
  scope.get('/.well-known/oauth-protected-resource/mcp/sightline', () => resource);
  scope.get('/.well-known/oauth-authorization-server', () => issuer);
}
