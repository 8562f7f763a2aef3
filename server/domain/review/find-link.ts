import { notFound } from '../failure.ts';
import type { Guest, Ports, Reviewer } from '../ports.ts';
import { findByGuestToken, findByReviewToken } from './store.ts';

const isToken = (text: string): boolean => /^[0-9A-Za-z]{43}$/.test(text);

/**
 * Returns the reviewer that a link token belongs to. @throws DomainError `not_found` for anything that is not a live
 * link token
 */
export async function findLink(ports: Ports, token: string): Promise<Reviewer> {
  const row = isToken(token) ? await findByReviewToken(ports.db, ports.secrets.hash(token)) : null;
  if (row === null) throw notFound();
  return { kind: 'reviewer', workspaceId: row.workspaceId, reviewId: row.id };
}

/**
 * Returns the guest that a guest link's token belongs to. Neither kind of token opens what the other does. @throws
 * DomainError `not_found`
 */
export async function findGuestLink(ports: Ports, token: string): Promise<Guest> {
  const row = isToken(token) ? await findByGuestToken(ports.db, ports.secrets.hash(token)) : null;
  if (row === null) throw notFound();
  return { kind: 'guest', workspaceId: row.workspaceId, reviewId: row.id };
}
