import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Secrets } from '../../domain/ports.ts';

const VERSION = 1;
/** Encrypted with a secret of the caller, which is the key, so there is no key id. */
const UNDER_VERSION = 2;
const KEY_ID = 4;
const IV = 12;
const TAG = 16;

interface Key {
  id: Buffer;
  bytes: Buffer;
}

function toKey(text: string): Key {
  const bytes = Buffer.from(hkdfSync('sha256', text, 'sightline', 'encryption', 32));
  return { id: createHash('sha256').update(bytes).digest().subarray(0, KEY_ID), bytes };
}

const keyUnder = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'sightline', 'under a secret', 32));

/**
 * Identifies the keys without revealing them. An installation stores the result to notice a key that does not fit its
 * data.
 */
export const fingerprint = (secretKey: string): string[] =>
  secretKey.split(',').map((text) => toKey(text.trim()).id.toString('hex'));

/**
 * Creates encryption with the first of the comma-separated keys; any of them decrypts, so that keys can be rotated.
 * Layout: version (1 byte), key id (4), nonce (12), tag (16), ciphertext. AES-256-GCM.
 */
export function createSecrets(secretKey: string): Secrets {
  const keys = secretKey.split(',').map((text) => toKey(text.trim()));
  const [newest] = keys;
  if (newest === undefined) throw new Error('SECRET_KEY is empty.');
  return {
    encrypt(plain, associatedData) {
      const nonce = randomBytes(IV);
      const cipher = createCipheriv('aes-256-gcm', newest.bytes, nonce).setAAD(Buffer.from(associatedData));
      const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.from([VERSION]), newest.id, nonce, cipher.getAuthTag(), encrypted]);
    },
    decrypt(stored, associatedData) {
      const encrypted = Buffer.from(stored);
      const id = encrypted.subarray(1, 1 + KEY_ID);
      const key = keys.find((each) => each.id.equals(id));
      if (encrypted[0] !== VERSION || key === undefined) {
        throw new Error('A stored secret was encrypted with a key that is not in SECRET_KEY.');
      }
      const nonceAt = 1 + KEY_ID;
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, encrypted.subarray(nonceAt, nonceAt + IV), {
        // Without it Node accepts a shortened tag, which is easier to forge.
        authTagLength: TAG,
      });
      decipher.setAAD(Buffer.from(associatedData)).setAuthTag(encrypted.subarray(nonceAt + IV, nonceAt + IV + TAG));
      return Buffer.concat([decipher.update(encrypted.subarray(nonceAt + IV + TAG)), decipher.final()]);
    },
    encryptWithSecret(secret, plain, associatedData) {
      const nonce = randomBytes(IV);
      const cipher = createCipheriv('aes-256-gcm', keyUnder(secret), nonce).setAAD(Buffer.from(associatedData));
      const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.from([UNDER_VERSION]), nonce, cipher.getAuthTag(), encrypted]);
    },
    decryptWithSecret(secret, stored, associatedData) {
      const encrypted = Buffer.from(stored);
      if (encrypted[0] !== UNDER_VERSION) throw new Error('This was not encrypted under a secret.');
      const decipher = createDecipheriv('aes-256-gcm', keyUnder(secret), encrypted.subarray(1, 1 + IV), {
        authTagLength: TAG,
      });
      decipher.setAAD(Buffer.from(associatedData)).setAuthTag(encrypted.subarray(1 + IV, 1 + IV + TAG));
      return Buffer.concat([decipher.update(encrypted.subarray(1 + IV + TAG)), decipher.final()]).toString();
    },
    // Tokens are 256 random bits: no key and no slow hash would make a guess harder.
    hash: (text) => createHmac('sha256', 'sightline.token').update(text).digest(),
  };
}
