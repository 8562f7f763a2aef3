import type { Ports } from '../ports.ts';
import { GRACE_MS, isBearerForm } from './rules.ts';
import { findToken, type StoredToken } from './store.ts';

/**
 * Returns whether a client can join the workspace with this try token. A token in its last minutes cannot be used for
 * that: it has been replaced, and the connections made with it were ended then.
 */
export function canBeJoinedWith(stored: StoredToken | null, now: Date): stored is StoredToken {
  if (stored === null || stored.kind !== 'try' || stored.revokedAt !== null) return false;
  return stored.expiresAt.getTime() > now.getTime() + GRACE_MS;
}

/** Returns the workspace that a pasted try token lets a client join; null when it lets nobody join. */
export async function findTryToken(ports: Ports, token: string): Promise<{ workspaceId: string; hash: Buffer } | null> {
  if (!token.startsWith('slt_') || !isBearerForm(token)) return null;
  const hash = ports.secrets.hash(token);
  const stored = await findToken(ports.db, hash);
  return canBeJoinedWith(stored, ports.clock()) ? { workspaceId: stored.workspaceId, hash } : null;
}
