import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose';
import { answer, type Route } from './proxy.ts';

/** The issuer of jobs' id-tokens, in place of `token.actions.githubusercontent.com`. */
export interface OidcIssuer {
  jwks: JSONWebKeySet;
  discovery(issuer: string): Record<string, unknown>;
  sign(issuer: string, audience: string, claims: Record<string, unknown>): Promise<string>;
  /**
   * Returns the value of `ACTIONS_ID_TOKEN_REQUEST_TOKEN`. It carries the job's claims, so that nothing is stored here.
   */
  issueRequestToken(claims: Record<string, unknown>): Promise<string>;
  readRequestToken(token: string): Promise<Record<string, unknown>>;
}

export async function createOidcIssuer(clock: () => Date = () => new Date()): Promise<OidcIssuer> {
  const keys = await generateKeyPair('RS256', { extractable: true });
  const requestKey = new TextEncoder().encode(randomUUID());
  const kid = randomUUID();
  const jwk = { ...(await exportJWK(keys.publicKey)), kid, alg: 'RS256', use: 'sig' };
  return {
    jwks: { keys: [jwk] },
    discovery: (issuer) => ({
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks`,
      subject_types_supported: ['public', 'pairwise'],
      response_types_supported: ['id_token'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid'],
    }),
    sign(issuer, audience, claims) {
      const now = Math.floor(clock().getTime() / 1000);
      const standard = { iss: issuer, aud: audience, jti: randomUUID(), iat: now, nbf: now - 600, exp: now + 300 };
      return new SignJWT({ ...standard, ...claims })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
        .sign(keys.privateKey);
    },
    issueRequestToken: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(requestKey),
    readRequestToken: async (token) => (await jwtVerify(token, requestKey)).payload,
  };
}

/** The routes for discovery, keys and a job's id-tokens. */
export function oidcRoutes(issuer: OidcIssuer, baseUrl: string): Route[] {
  return [
    {
      method: 'GET',
      path: /^\/\.well-known\/openid-configuration$/,
      handle: () => answer(200, issuer.discovery(baseUrl)),
    },
    { method: 'GET', path: /^\/\.well-known\/jwks$/, handle: () => answer(200, issuer.jwks) },
    {
      method: 'GET',
      path: /^\/_services\/id-token$/,
      async handle({ request, url }) {
        const bearer = request.headers.get('authorization')?.replace(/^Bearer /i, '') ?? '';
        const claims = await issuer.readRequestToken(bearer).catch(() => null);
        if (claims === null) return answer(401, { message: 'The request token is not valid.' });
        const audience = url.searchParams.get('audience') ?? `${baseUrl}/${String(claims.repository_owner)}`;
        return answer(200, { value: await issuer.sign(baseUrl, audience, claims) });
      },
    },
  ];
}
