import type { Ports } from '../ports.ts';
import { GRACE_MS, isBearerForm } from './rules.ts';
import { findToken } from './store.ts';

/**
 * Whose workspace a try token opens to a client that wants to join it. One that is in its last minutes opens none: it
 * has been replaced, and what joined by it was ended then.
 */
export async function findTryToken(ports: Ports, token: string): Promise<{ workspaceId: string; hash: Buffer } | null> {
  if (!token.startsWith('slt_') || !isBearerForm(token)) return null;
  const hash = ports.secrets.hash(token);
  const stored = await findToken(ports.db, hash);
  const until = ports.clock().getTime() + GRACE_MS;
  if (stored === null || stored.kind !== 'try' || stored.revokedAt !== null) return null;
  return stored.expiresAt.getTime() > until ? { workspaceId: stored.workspaceId, hash } : null;
}
