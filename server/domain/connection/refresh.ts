import { z } from 'zod';
import { consumeRateLimit } from '../consume-rate-limit.ts';
import { requireClientId } from '../oauth-client/find-client.ts';
import { SCOPE } from '../oauth-client/register-client.ts';
import { touchClient } from '../oauth-client/store.ts';
import { oauthRefusal } from '../oauth-refusal.ts';
import type { Ports, Tx } from '../ports.ts';
import { isBearerForm } from '../token/rules.ts';
import { holdWorkspace } from '../workspace/store.ts';
import { closeConnection } from './close-connection.ts';
import { issuePair, type PairAnswer } from './issue-pair.ts';
import { ACCESS_SECONDS, endOf, REPEAT_MS, readResource, secondsUntil } from './rules.ts';
import {
  findRefreshToken,
  forgetSuccessors,
  lockConnection,
  lockRefreshToken,
  noteRepeated,
  type RefreshTokenRow,
  replaceRefreshToken,
  touchConnection,
} from './store.ts';

export interface RefreshGrant {
  clientId: string | null;
  refreshToken: string | null;
  resource: string | null;
}

/**
 * The limit for one connection: each pair leaves a row for 60 days, and an access token with limits of its own for an
 * hour.
 */
const LIMIT = { max: 120, seconds: 3600 };

/** What is stored of a pair, encrypted under the token that it replaced. */
const Pair = z.object({ access: z.string(), refresh: z.string() });

const associatedDataOf = (row: Pick<RefreshTokenRow, 'hash'>): string =>
  `refresh_token.successor.${Buffer.from(row.hash).toString('hex')}`;

/** Issues a new pair, and stores it as well in case the answer is lost. */
async function replace(
  ports: Ports,
  tx: Tx,
  row: RefreshTokenRow,
  token: string,
  endsAt: Date | null,
): Promise<PairAnswer> {
  const now = ports.clock();
  const connection = { id: row.connectionId, workspaceId: row.workspaceId, endsAt };
  // Deletes stored answers that nobody can request any more. Otherwise one old token would lead to the newest.
  await forgetSuccessors(tx, row, new Date(now.getTime() - REPEAT_MS));
  const pair = await issuePair(ports, tx, connection);
  const kept = JSON.stringify({ access: pair.access_token, refresh: pair.refresh_token } satisfies z.infer<
    typeof Pair
  >);
  await replaceRefreshToken(tx, row, now, ports.secrets.encryptWithSecret(token, kept, associatedDataOf(row)));
  await touchConnection(tx, row.workspaceId, row.connectionId, { lastUsedAt: now });
  return pair;
}

/** Returns the pair that replaced the token once more; null when that has been returned twice. */
async function repeat(
  ports: Ports,
  tx: Tx,
  row: RefreshTokenRow,
  token: string,
  accessEnd: Date,
): Promise<PairAnswer | null> {
  if (row.repeated || row.successor === null) return null;
  const { access, refresh } = Pair.parse(
    JSON.parse(ports.secrets.decryptWithSecret(token, row.successor, associatedDataOf(row))),
  );
  await noteRepeated(tx, row);
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: Math.min(ACCESS_SECONDS, secondsUntil(accessEnd, ports.clock())),
    scope: SCOPE,
    refresh_token: refresh,
  };
}

/**
 * Returns the next pair. @returns null when the token is refused; the effect on the connection is then already stored
 */
async function use(ports: Ports, tx: Tx, seen: RefreshTokenRow, clientId: string, token: string) {
  // Every transaction locks the workspace first, then the connection, then its tokens.
  if (!(await holdWorkspace(tx, seen.workspaceId))) return null;
  const connection = await lockConnection(tx, seen.workspaceId, seen.connectionId);
  const row = await lockRefreshToken(tx, seen);
  if (connection === null || row === null || connection.endedAt !== null) return null;
  const now = ports.clock();
  if (connection.clientId !== clientId || row.expiresAt <= now) return null;
  if (row.replacedAt === null) return replace(ports, tx, row, token, connection.endsAt);
  if (now.getTime() - row.replacedAt.getTime() <= REPEAT_MS) {
    return repeat(ports, tx, row, token, endOf(row.replacedAt, ACCESS_SECONDS * 1000, connection));
  }
  // Two parties hold the token, and nothing shows which of them is the client.
  await closeConnection(ports, tx, connection, row.hash, 'refresh_token_reused');
  return null;
}

/**
 * Returns the next pair for a refresh token, which the pair replaces. Within a minute it returns the same pair once
 * more, in case the answer was lost, so concurrent requests end nothing. A later reuse ends the connection.
 * @throws DomainError of OAuth's `invalid_request`, `invalid_client`, `invalid_target` or `invalid_grant`;
 * `rate_limited`
 */
export async function refresh(ports: Ports, grant: RefreshGrant): Promise<PairAnswer> {
  const { refreshToken: token } = grant;
  if (token === null) throw oauthRefusal('invalid_request', 'Send `refresh_token`.');
  const clientId = await requireClientId(ports, grant.clientId);
  readResource(ports.settings, grant.resource);
  const ours = token.startsWith('slr_') && isBearerForm(token);
  const seen = ours ? await findRefreshToken(ports.db, ports.secrets.hash(token)) : null;
  if (seen !== null)
    await consumeRateLimit(ports, `refresh:${seen.connectionId}`, LIMIT, 'refreshes of this connection');
  const pair = seen && (await ports.transaction((tx) => use(ports, tx, seen, clientId, token)));
  if (pair === null) {
    throw oauthRefusal('invalid_grant', 'This refresh token is unknown, used, expired or ended. Connect again.');
  }
  await touchClient(ports.db, clientId, ports.clock());
  return pair;
}
