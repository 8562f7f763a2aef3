import { notFound } from '../failure.ts';
import type { Ports, Reviewer } from '../ports.ts';
import { findByReviewToken } from './store.ts';

/** Whose link this is. @throws DomainError `not_found` for anything that is not a live link token */
export async function findLink(ports: Ports, token: string): Promise<Reviewer> {
  const row = /^[0-9A-Za-z]{43}$/.test(token) ? await findByReviewToken(ports.db, ports.secrets.hash(token)) : null;
  if (row === null) throw notFound();
  return { kind: 'reviewer', workspaceId: row.workspaceId, reviewId: row.id };
}
