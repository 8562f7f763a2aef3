import { randomUUID } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { IdentityAssertions } from '../../domain/ports.ts';
import { deriveKeys } from './keys.ts';

/** The largest difference between our clock and that of the signing process. */
const TOLERANCE_SECONDS = 10;
/** Short, because the page exchanges an assertion at once. */
const LIFETIME_SECONDS = 300;
/** The longest lifetime of an assertion that is accepted. */
const MAX_LIFETIME_SECONDS = 600;
/** The `typ` of each kind of assertion, so that no kind, nor any other token, is accepted as another. */
export const assertionTypes = { review: 'sightline-vouch+jwt', join: 'sightline-join+jwt' } as const;

const Id = z.string().regex(/^\d{1,18}$/);
const Person = z.object({
  jti: z.string().min(16).max(200),
  iat: z.number(),
  exp: z.number(),
  /** The GitHub user's id */
  sub: Id,
  login: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/),
});
const ReviewClaims = Person.extend({ review_id: z.string().length(26) });
const JoinClaims = Person.extend({
  request: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  repository_issuer: z.url().max(500),
  repository_id: Id,
  repository: z.string().regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/),
  repository_owner_id: Id,
});

class AssertionRefused extends Error {}

export interface IdentityAssertionOptions {
  /** The App's address. */
  issuer: string;
  /** The only accepted audience: the service's own address. */
  audience: string;
  /** SECRET_KEY. The keys derive from it, so that every process has the same. */
  secretKey: string;
  clock: () => Date;
}

/**
 * Creates the functions that sign and verify the App's assertions of who signed in (JWT, EdDSA). Assertions travel
 * through the person's browser.
 */
export function createIdentityAssertions(options: IdentityAssertionOptions): IdentityAssertions {
  const { issuer, audience, clock } = options;
  const keys = deriveKeys(options.secretKey);
  const [current] = keys;

  function sign(typ: string, userId: number, claims: JWTPayload): Promise<string> {
    const at = Math.floor(clock().getTime() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid: current.id, typ })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(String(userId))
      .setJti(randomUUID())
      .setIssuedAt(at)
      .setExpirationTime(at + LIFETIME_SECONDS)
      .sign(current.privateKey);
  }

  async function read<Claims extends typeof Person>(assertion: string, typ: string, form: Claims) {
    const keyOf = ({ kid }: { kid?: string | undefined }) => {
      const key = keys.find(({ id }) => id === kid);
      if (key === undefined) throw new AssertionRefused('The assertion was signed with another key.');
      return key.publicKey;
    };
    try {
      const { payload } = await jwtVerify(assertion, keyOf, {
        issuer,
        audience,
        algorithms: ['EdDSA'],
        typ,
        requiredClaims: ['jti', 'exp', 'iat', 'sub'],
        clockTolerance: TOLERANCE_SECONDS,
        maxTokenAge: MAX_LIFETIME_SECONDS,
        currentDate: clock(),
      });
      // If an assertion had several audiences, any of the others could present it to us.
      if (payload.aud !== audience) throw new AssertionRefused('The assertion is for several audiences.');
      const claims = form.parse(payload);
      if (claims.exp - claims.iat > MAX_LIFETIME_SECONDS) throw new AssertionRefused('The assertion lives too long.');
      return claims;
    } catch (error) {
      throw error instanceof AssertionRefused ? error : new AssertionRefused('The assertion is not valid here.');
    }
  }
  const person = ({ jti, exp, sub, login }: z.infer<typeof Person>) => ({
    jti,
    // As long as the assertion would be accepted here.
    expiresAt: new Date((exp + TOLERANCE_SECONDS) * 1000),
    subject: sub,
    login,
  });
  return {
    signReview: ({ reviewId, userId, login }) => sign(assertionTypes.review, userId, { login, review_id: reviewId }),
    signJoin: ({ request, userId, login, issuer: repositoryIssuer, repository }) =>
      sign(assertionTypes.join, userId, {
        login,
        request,
        repository_issuer: repositoryIssuer,
        repository_id: String(repository.id),
        repository: repository.fullName,
        repository_owner_id: String(repository.ownerId),
      }),
    async verifyReview(assertion) {
      const claims = await read(assertion, assertionTypes.review, ReviewClaims);
      return { ...person(claims), reviewId: claims.review_id };
    },
    async verifyJoin(assertion) {
      const claims = await read(assertion, assertionTypes.join, JoinClaims);
      return {
        ...person(claims),
        request: claims.request,
        issuer: claims.repository_issuer,
        repositoryId: claims.repository_id,
        repository: claims.repository,
        ownerId: claims.repository_owner_id,
      };
    },
    isRefused: (error) => error instanceof AssertionRefused,
  };
}
