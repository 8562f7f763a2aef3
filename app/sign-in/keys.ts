import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, randomUUID } from 'node:crypto';
import { type JWK, type JWTPayload, SignJWT } from 'jose';
import { joinType, vouchType } from '../../server/contract/identity.ts';

/** Shorter than what the service takes at most: the page exchanges it at once. */
const ASSERTION_SECONDS = 300;
/** DER of an Ed25519 private key up to its 32 bytes (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface Voucher {
  /** What is published, so that the service can verify. */
  jwks: { keys: JWK[] };
  /** The App's word for who holds a review's link. */
  sign(about: { audience: string; reviewId: string; userId: number; login: string }): Promise<string>;
  /** The App's word for who may join a client to which repository's workspace. `issuer`: of the repository's jobs. */
  signJoin(about: {
    audience: string;
    request: string;
    userId: number;
    login: string;
    issuer: string;
    repository: { id: number; fullName: string; ownerId: number };
  }): Promise<string>;
}

/** By SECRET_KEY, so that every process of the App has the same keys; all are published, the first signs. */
export function createVoucher(issuer: string, secretKeys: readonly string[], now: () => Date): Voucher {
  const keys = secretKeys.map(toKey);
  const [current] = keys;
  if (current === undefined) throw new Error('SECRET_KEY is empty.');
  const signAs = (typ: string, audience: string, userId: number, claims: JWTPayload) => {
    const at = Math.floor(now().getTime() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid: current.id, typ })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(String(userId))
      .setJti(randomUUID())
      .setIssuedAt(at)
      .setExpirationTime(at + ASSERTION_SECONDS)
      .sign(current.privateKey);
  };
  return {
    jwks: { keys: keys.map(({ jwk }) => jwk) },
    sign: ({ audience, reviewId, userId, login }) =>
      signAs(vouchType, audience, userId, { login, review_id: reviewId }),
    signJoin: ({ audience, request, userId, login, issuer: repositoryIssuer, repository }) =>
      signAs(joinType, audience, userId, {
        login,
        request,
        repository_issuer: repositoryIssuer,
        repository_id: String(repository.id),
        repository: repository.fullName,
        repository_owner_id: String(repository.ownerId),
      }),
  };
}

function toKey(secret: string): { id: string; privateKey: KeyObject; jwk: JWK } {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'sightline-app vouching', 32));
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const { kty, crv, x } = createPublicKey(privateKey).export({ format: 'jwk' });
  const id = createHash('sha256').update(String(x)).digest('base64url').slice(0, 16);
  return {
    id,
    privateKey,
    jwk: { kty: String(kty), crv: String(crv), x: String(x), kid: id, alg: 'EdDSA', use: 'sig' },
  };
}
