import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { Refusal } from '../http.ts';

/** What a job proves of itself. Ids are the truth; names can be given away and taken over. */
const JobClaims = z.object({
  jti: z.string().min(1).max(200),
  exp: z.number(),
  repository: z.string().regex(/^[^/]+\/[^/]+$/),
  repository_id: z.coerce.number().int().positive(),
  run_id: z.coerce.number().int().positive(),
  event_name: z.string().optional(),
  ref: z.string().optional(),
});
export type JobClaims = z.infer<typeof JobClaims>;

export type VerifyIdToken = (token: string) => Promise<JobClaims>;

/** Verifies a job's OIDC id-token: signature (RS256, the issuer's keys), issuer, exact audience, lifetime. */
export function createIdTokenVerifier(issuer: string, audience: string): VerifyIdToken {
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks`), { timeoutDuration: 10_000 });
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: ['RS256'],
        requiredClaims: ['jti', 'exp', 'iat'],
        clockTolerance: 10,
      });
      // A token for several audiences can be shown to us by any of the others.
      if (payload.aud !== audience) throw refused();
      return JobClaims.parse(payload);
    } catch (error) {
      if (error instanceof Refusal || error instanceof z.ZodError || !isUnreachable(error)) throw refused();
      throw new Refusal(503, 'unavailable', 'The keys of the id-token\u2019s issuer cannot be read now.');
    }
  };
}

// The keys could not be fetched, which says nothing about the token.
const isUnreachable = (error: unknown) =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  error.code === 'ERR_JOSE_GENERIC';

const refused = () =>
  new Refusal(401, 'unauthenticated', 'The id-token is not valid here. Ask for one for this App\u2019s own audience.');
