import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import type { JobTokens } from '../../domain/ports.ts';

const Claims = z.object({
  jti: z.string().min(1).max(200),
  exp: z.number(),
  repository: z.string().regex(/^[^/]+\/[^/]+$/),
  repository_id: z.string().regex(/^\d{1,18}$/),
  repository_owner: z.string().min(1),
  repository_owner_id: z.string().regex(/^\d{1,18}$/),
});

class JobTokenRefused extends Error {}

// The keys could not be fetched, which says nothing about the token.
const isUnreachable = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  error.code === 'ERR_JOSE_GENERIC';

/**
 * Reads the id-tokens of GitHub Actions jobs (RS256, by the issuer's published keys). The issuer is set by whoever runs
 * the service, so that its address needs no guard.
 */
export function createJobTokens(issuer: string, audience: string): JobTokens {
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks`), { timeoutDuration: 10_000 });
  return {
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, keys, {
          issuer,
          audience,
          algorithms: ['RS256'],
          requiredClaims: ['jti', 'exp', 'iat'],
          clockTolerance: 10,
        });
        // A token for several audiences can be shown to us by any of the others.
        if (payload.aud !== audience) throw new JobTokenRefused('The id-token is for several audiences.');
        const claims = Claims.parse(payload);
        return {
          issuer,
          jti: claims.jti,
          expiresAt: new Date(claims.exp * 1000),
          repositoryId: claims.repository_id,
          repository: claims.repository,
          ownerId: claims.repository_owner_id,
          owner: claims.repository_owner,
        };
      } catch (error) {
        if (error instanceof z.ZodError) throw new JobTokenRefused('The id-token is not one of a job.');
        if (isUnreachable(error)) throw error;
        throw new JobTokenRefused('The id-token is not valid here.');
      }
    },
    isRefused: (error) => error instanceof JobTokenRefused,
  };
}
