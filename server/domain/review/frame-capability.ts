import type { Ports } from '../ports.ts';

const ASSOCIATED_DATA = 'review.frame';
/** No link token contains it. */
const PREFIX = 'frame_';
const LASTS_MS = 3_600_000;

/** Returns whether a credential is meant as a frame's capability; it may still be forged or expired. */
export const isFrameCapability = (credential: string): boolean => credential.startsWith(PREFIX);

/**
 * Makes what opens a review inside an agent's chat for an hour, in place of the link. It refers to the link by the hash
 * of its token, so it ends with the link, and nothing is stored.
 */
export function encryptFrameCapability(ports: Ports, linkToken: string): { capability: string; expiresAt: Date } {
  const expiresAt = new Date(ports.clock().getTime() + LASTS_MS);
  const plain = `${expiresAt.getTime()}:${ports.secrets.hash(linkToken).toString('base64url')}`;
  const encrypted = ports.secrets.encrypt(plain, ASSOCIATED_DATA).toString('base64url');
  return { capability: PREFIX + encrypted, expiresAt };
}

/** Returns the hash of the link's token that a capability stands for; null when it is not ours or has expired. */
export function readFrameCapability(ports: Ports, capability: string): Buffer | null {
  try {
    const encrypted = Buffer.from(capability.slice(PREFIX.length), 'base64url');
    const [until = '', hash = ''] = ports.secrets.decrypt(encrypted, ASSOCIATED_DATA).toString().split(':');
    return ports.clock().getTime() < Number(until) ? Buffer.from(hash, 'base64url') : null;
  } catch {
    return null;
  }
}
