/** The ways for a client to authenticate. Both end in a bearer token. */
export const clientSecurity = [{ bearer: [] }, { connect: ['mcp:use'] }];

export function securitySchemes(baseUrl: string) {
  return {
    bearer: { type: 'http', scheme: 'bearer', description: 'A try token or an access token' },
    connect: {
      type: 'oauth2',
      description: 'One press on the connect screen, no account. Clients register themselves and hold no secret',
      flows: {
        authorizationCode: {
          authorizationUrl: `${baseUrl}/oauth/authorize`,
          tokenUrl: `${baseUrl}/oauth/token`,
          refreshUrl: `${baseUrl}/oauth/token`,
          scopes: { 'mcp:use': 'Everything a client may do, under `/api` and over MCP' },
        },
      },
    },
  };
}
