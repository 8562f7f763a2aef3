import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';

/** The DER prefix of an Ed25519 private key, before its 32 bytes (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface SigningKey {
  id: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/** Derives the Ed25519 keys from the comma-separated SECRET_KEY: the first signs, all of them verify. */
export function deriveKeys(secretKey: string): [SigningKey, ...SigningKey[]] {
  const [first = '', ...others] = secretKey.split(',').map((text) => text.trim());
  return [toKey(first), ...others.map(toKey)];
}

function toKey(secret: string): SigningKey {
  const seed = Buffer.from(hkdfSync('sha256', secret, 'sightline', 'identity assertion', 32));
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  const id = createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('base64url');
  return { id: id.slice(0, 16), privateKey, publicKey };
}
