import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Vouches } from '../../domain/ports.ts';
import { isUnreachable } from '../jwks/is-unreachable.ts';

/** How far the App's clock may be from ours. */
const TOLERANCE_SECONDS = 10;

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

class VouchRefused extends Error {}

/** Over http anybody on the way could put keys of their own in place of the App's. */
const isSafe = (address: URL): boolean =>
  address.protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(address.hostname);

/** Reads the published keys of an App that runs in this process, without leaving it. */
export type ReadOwnKeys = () => Promise<{ status: number; body: string }>;

export interface VouchOptions {
  /** The App's address, which is the issuer; set by whoever runs the service, so that it needs no guard. */
  appUrl: string;
  /** Of its keys, under `appUrl`. */
  keysPath: string;
  /** The `typ` of its assertions of who holds a review's link, and of who joins a workspace */
  types: { review: string; join: string };
  /** How long an assertion may live */
  mostSeconds: number;
  /** The one audience taken: the service's own address. */
  audience: string;
  /** null: the App runs elsewhere. */
  readOwnKeys: ReadOwnKeys | null;
  clock: () => Date;
}

/** Reads the App's assertions of who signed in (EdDSA, by its published keys, read again for a key that is not among them). */
export function createVouches(options: VouchOptions): Vouches {
  const { appUrl, keysPath, types, mostSeconds, audience, readOwnKeys, clock } = options;
  const address = new URL(appUrl + keysPath);
  const own = readOwnKeys;
  const keys = createRemoteJWKSet(address, {
    timeoutDuration: 10_000,
    cooldownDuration: 1000,
    ...(own === null
      ? {}
      : {
          [customFetch]: async () => {
            const { status, body } = await own();
            return new Response(body, { status });
          },
        }),
  });

  /** What an assertion of this type says. */
  async function read<Claims extends typeof Person>(assertion: string, typ: string, form: Claims) {
    if (own === null && !isSafe(address)) throw new Error('APP_URL must be https for its sign-in to be taken.');
    try {
      const { payload } = await jwtVerify(assertion, keys, {
        issuer: appUrl,
        audience,
        algorithms: ['EdDSA'],
        typ,
        requiredClaims: ['jti', 'exp', 'iat', 'sub'],
        clockTolerance: TOLERANCE_SECONDS,
        maxTokenAge: mostSeconds,
        currentDate: clock(),
      });
      // One for several audiences can be shown to us by any of the others.
      if (payload.aud !== audience) throw new VouchRefused('The assertion is for several audiences.');
      const claims = form.parse(payload);
      if (claims.exp - claims.iat > mostSeconds) throw new VouchRefused('The assertion lives too long.');
      return claims;
    } catch (error) {
      if (error instanceof VouchRefused) throw error;
      if (error instanceof z.ZodError) throw new VouchRefused('The assertion is not one of a sign-in.');
      if (isUnreachable(error)) throw error;
      throw new VouchRefused('The assertion is not valid here.');
    }
  }
  const person = ({ jti, exp, sub, login }: z.infer<typeof Person>) => ({
    jti,
    // For as long as it would be taken here.
    expiresAt: new Date((exp + TOLERANCE_SECONDS) * 1000),
    subject: sub,
    login,
  });
  return {
    async verify(assertion) {
      const claims = await read(assertion, types.review, ReviewClaims);
      return { ...person(claims), reviewId: claims.review_id };
    },
    async verifyJoin(assertion) {
      const claims = await read(assertion, types.join, JoinClaims);
      return {
        ...person(claims),
        request: claims.request,
        issuer: claims.repository_issuer,
        repositoryId: claims.repository_id,
        repository: claims.repository,
        ownerId: claims.repository_owner_id,
      };
    },
    isRefused: (error) => error instanceof VouchRefused,
  };
}
