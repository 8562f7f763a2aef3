import { DomainError } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { GRACE_MS, isBearerForm } from './rules.ts';
import { findToken, type StoredToken } from './store.ts';

/**
 * Returns the client that a bearer token belongs to.
 * @throws DomainError `unauthenticated`; `details.invalid_token` distinguishes a wrong token from a missing one
 */
export async function authenticate(ports: Ports, bearer: string | null): Promise<ClientActor> {
  if (bearer === null) {
    throw new DomainError(
      'unauthenticated',
      'Send `Authorization: Bearer <token>`. Get a token with POST /api/try-token; it needs no account.',
    );
  }
  const hash = ports.secrets.hash(bearer);
  const stored = isBearerForm(bearer) ? await findToken(ports.db, hash) : null;
  if (stored === null || stored.revokedAt !== null || stored.expiresAt <= ports.clock()) {
    throw new DomainError(
      'unauthenticated',
      bearer.startsWith('sla_')
        ? 'This access token is unknown, revoked or older than an hour. Refresh it, or connect again.'
        : 'This token is unknown or has expired. Get a new one with POST /api/try-token.',
      { invalid_token: true },
    );
  }
  return {
    kind: 'client',
    workspaceId: stored.workspaceId,
    credential: hash.toString('base64url'),
    bearer: stored.kind === 'access' ? 'access' : 'try',
    connectionId: stored.connectionId,
    push: stored.push,
  };
}

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
