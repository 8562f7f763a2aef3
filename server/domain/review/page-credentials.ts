import { DomainError } from '../failure.ts';
import type { Ports, Reviewer } from '../ports.ts';

const associatedDataOf = ({ workspaceId, reviewId }: Reviewer): string => `review.page:${workspaceId}:${reviewId}`;

/**
 * Makes the key that the review's page sends back with a decision. Only this service can make one, and it is valid for
 * one review.
 */
export const encryptPageKey = (ports: Ports, actor: Reviewer): string =>
  ports.secrets.encrypt('page', associatedDataOf(actor)).toString('base64url');

/** Checks a page's key. @throws DomainError `forbidden` when `key` is not from this review's page */
export function checkPageKey(ports: Ports, actor: Reviewer, key: string): void {
  try {
    ports.secrets.decrypt(Buffer.from(key, 'base64url'), associatedDataOf(actor));
  } catch {
    throw new DomainError(
      'forbidden',
      'A person decides on the review page: open the review link in a browser. If it is open there, reload it.',
    );
  }
}

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
