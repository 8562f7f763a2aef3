import { SCOPE } from '../oauth-client/register-client.ts';
import type { Ports, Push, Tx } from '../ports.ts';
import { newBearer } from '../token/rules.ts';
import { insertToken } from '../token/store.ts';
import { ACCESS_SECONDS, endOf, REFRESH_MS, secondsUntil } from './rules.ts';
import { insertRefreshToken } from './store.ts';

/** The answer of the token endpoint (RFC 6749 5.1). */
export interface AccessAnswer {
  access_token: string;
  token_type: 'Bearer';
  /** Seconds */
  expires_in: number;
  scope: string;
}
export interface PairAnswer extends AccessAnswer {
  refresh_token: string;
}

interface Family {
  /** The connection's id. */
  id: string;
  workspaceId: string;
  /** When the connection ends, which no token outlives; null: it has no end of its own. */
  endsAt: Date | null;
}

/** Issues an access token for one hour, for a job also with the push that started it. Only its hash is stored. */
export async function issueAccess(
  ports: Ports,
  tx: Tx,
  connection: Family,
  push: Push | null = null,
): Promise<AccessAnswer> {
  const createdAt = ports.clock();
  const expiresAt = endOf(createdAt, ACCESS_SECONDS * 1000, connection);
  const token = newBearer('sla_');
  await insertToken(tx, {
    hash: ports.secrets.hash(token),
    workspaceId: connection.workspaceId,
    kind: 'access',
    connectionId: connection.id,
    push,
    createdAt,
    expiresAt,
  });
  const expires_in = secondsUntil(expiresAt, createdAt);
  return { access_token: token, token_type: 'Bearer', expires_in, scope: SCOPE };
}

/** Issues an access token, and the refresh token that gets the next pair. */
export async function issuePair(ports: Ports, tx: Tx, connection: Family): Promise<PairAnswer> {
  const access = await issueAccess(ports, tx, connection);
  const createdAt = ports.clock();
  const refresh = newBearer('slr_');
  await insertRefreshToken(tx, {
    hash: ports.secrets.hash(refresh),
    workspaceId: connection.workspaceId,
    connectionId: connection.id,
    createdAt,
    expiresAt: endOf(createdAt, REFRESH_MS, connection),
  });
  return { ...access, refresh_token: refresh };
}
