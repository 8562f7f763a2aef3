import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts the secrets of review links (AES-256-GCM); `owner` is bound to the box, so a row cannot be swapped. */
export interface SecretBox {
  seal(secret: string, owner: string): string;
  /** Throws when no key fits or the box belongs to another owner. */
  open(box: string, owner: string): string;
}

export function createSecretBox(keys: readonly string[]): SecretBox {
  const ring = keys.map((key) => {
    const bytes = Buffer.from(hkdfSync('sha256', key, '', 'sightline-app review links', 32));
    return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
  });
  const [current] = ring;
  if (current === undefined) throw new Error('SECRET_KEY is empty.');
  return {
    seal(secret, owner) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current.bytes, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      const parts = [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'));
      return [current.id, ...parts].join('.');
    },
    open(box, owner) {
      const [id, nonce = '', tag = '', sealed = ''] = box.split('.');
      const key = ring.find((candidate) => candidate.id === id);
      if (key === undefined) throw new Error('No key in SECRET_KEY fits a stored secret.');
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(nonce, 'base64url'), {
        // Without it Node accepts a tag that was cut short, which is easier to forge.
        authTagLength: 16,
      })
        .setAAD(Buffer.from(owner))
        .setAuthTag(Buffer.from(tag, 'base64url'));
      return decipher.update(Buffer.from(sealed, 'base64url'), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
