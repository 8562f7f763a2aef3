import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import type { JobTokens } from '../../domain/ports.ts';

/** GitHub's tokens live for some minutes; one issued longer ago is not from a running job, whatever its `exp`. */
const MAX_SECONDS = 3600;
/** The largest difference between the issuer's clock and ours. */
const TOLERANCE_SECONDS = 10;

const Claims = z.object({
  jti: z.string().min(1).max(200),
  exp: z.number(),
  repository: z.string().regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/),
  repository_id: z.string().regex(/^\d{1,18}$/),
  repository_owner: z.string().regex(/^[\w.-]{1,100}$/),
  repository_owner_id: z.string().regex(/^\d{1,18}$/),
  run_id: z.coerce.number().int().positive().optional(),
  event_name: z.string().optional(),
  ref: z.string().optional(),
  sha: z.string().optional(),
});

class JobTokenRefused extends Error {}

/**
 * Whether an error of `jwtVerify` means that the published keys could not be fetched or are invalid, so that the token
 * may still be valid.
 */
const isUnreachable = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  error instanceof errors.JWKInvalid ||
  error.code === 'ERR_JOSE_GENERIC';

/** Fetches the keys again when a token is signed with an unknown one, at most once a second. */
const publishedKeys = (issuer: string): JWTVerifyGetKey =>
  createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks`), { timeoutDuration: 10_000, cooldownDuration: 1000 });

/**
 * Creates the verification of id-tokens of GitHub Actions jobs (RS256, by the issuer's published keys). The operator
 * sets the issuer, so its address needs no guard.
 */
export function createJobTokens(
  issuer: string,
  audience: string,
  clock: () => Date = () => new Date(),
  keys: JWTVerifyGetKey = publishedKeys(issuer),
): JobTokens {
  return {
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, keys, {
          issuer,
          audience,
          algorithms: ['RS256'],
          requiredClaims: ['jti', 'exp', 'iat'],
          clockTolerance: TOLERANCE_SECONDS,
          maxTokenAge: MAX_SECONDS,
          currentDate: clock(),
        });
        // If a token had several audiences, any of the others could present it to us.
        if (payload.aud !== audience) throw new JobTokenRefused('The id-token is for several audiences.');
        const claims = Claims.parse(payload);
        return {
          issuer,
          jti: claims.jti,
          // As long as the token would be accepted here.
          expiresAt: new Date((claims.exp + TOLERANCE_SECONDS) * 1000),
          repositoryId: claims.repository_id,
          repository: claims.repository,
          ownerId: claims.repository_owner_id,
          owner: claims.repository_owner,
          run:
            claims.run_id === undefined
              ? null
              : {
                  id: claims.run_id,
                  event: claims.event_name ?? null,
                  ref: claims.ref ?? null,
                  sha: claims.sha ?? null,
                },
        };
      } catch (error) {
        if (error instanceof JobTokenRefused) throw error;
        if (error instanceof z.ZodError) throw new JobTokenRefused('The id-token is not one of a job.');
        if (isUnreachable(error)) throw error;
        throw new JobTokenRefused('The id-token is not valid here.');
      }
    },
    isRefused: (error) => error instanceof JobTokenRefused,
  };
}
