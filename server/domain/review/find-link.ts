import { notFound } from '../failure.ts';
import type { Guest, Ports, Reviewer } from '../ports.ts';
import { isFrameCapability, readFrameCapability } from './frame-capability.ts';
import { findByGuestToken, findByReviewToken, type ReviewRow } from './store.ts';

const isToken = (text: string): boolean => /^[0-9A-Za-z]{43}$/.test(text);

/** Returns the hash of a link's token, which a frame's capability stands for too. */
function hashOf(ports: Ports, credential: string): Buffer | null {
  if (isFrameCapability(credential)) return readFrameCapability(ports, credential);
  return isToken(credential) ? ports.secrets.hash(credential) : null;
}

/**
 * Returns the reviewer that a link token or a frame's capability belongs to, and their review. @throws DomainError
 * `not_found` for anything that is neither, or no longer live
 */
export async function findByLink(ports: Ports, token: string): Promise<{ reviewer: Reviewer; row: ReviewRow }> {
  const hash = hashOf(ports, token);
  const row = hash === null ? null : await findByReviewToken(ports.db, hash);
  if (row === null) throw notFound();
  return { reviewer: { kind: 'reviewer', workspaceId: row.workspaceId, reviewId: row.id }, row };
}

/** Returns the reviewer that a link token or a frame's capability belongs to. @throws DomainError `not_found` */
export const findLink = async (ports: Ports, token: string): Promise<Reviewer> =>
  (await findByLink(ports, token)).reviewer;

/**
 * Returns the guest that a guest link's token belongs to. Neither kind of token opens what the other does. @throws
 * DomainError `not_found`
 */
export async function findGuestLink(ports: Ports, token: string): Promise<Guest> {
  const row = isToken(token) ? await findByGuestToken(ports.db, ports.secrets.hash(token)) : null;
  if (row === null) throw notFound();
  return { kind: 'guest', workspaceId: row.workspaceId, reviewId: row.id };
}
