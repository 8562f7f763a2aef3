import { recordConnection } from '../audit/record.ts';
import { newId } from '../ids.ts';
import { requireClientId } from '../oauth-client/find-client.ts';
import { hostOf } from '../oauth-client/redirect-uri.ts';
import { touchClient } from '../oauth-client/store.ts';
import { oauthRefusal } from '../oauth-refusal.ts';
import type { Ports, Tx } from '../ports.ts';
import { findBinding } from '../repository/store.ts';
import { canBeJoinedWith } from '../token/authenticate.ts';
import { holdToken } from '../token/store.ts';
import { holdWorkspace, insertWorkspace } from '../workspace/store.ts';
import { closeConnection } from './close-connection.ts';
import { issuePair, type PairAnswer } from './issue-pair.ts';
import { CODE_RACE_MS, JOINED_MS, readResource, verifyChallenge } from './rules.ts';
import { type CodeRow, findCode, insertConnection, lockCode, useCode } from './store.ts';

export interface CodeGrant {
  clientId: string | null;
  code: string | null;
  redirectUri: string | null;
  verifier: string | null;
  resource: string | null;
}

const refuse = () =>
  oauthRefusal(
    'invalid_grant',
    'This code is unknown, used, older than two minutes, or was issued for another `client_id`, `redirect_uri` or `code_verifier`. Connect again.',
  );

/** Returns the code if it was issued to the client that presents it. */
async function requireCode(ports: Ports, grant: CodeGrant): Promise<CodeRow> {
  const { code, verifier } = grant;
  if (code === null) throw oauthRefusal('invalid_request', 'Send `code`.');
  if (verifier === null) throw oauthRefusal('invalid_request', 'Send `code_verifier`: PKCE with S256 is needed.');
  const clientId = await requireClientId(ports, grant.clientId);
  readResource(ports.settings, grant.resource);
  const row = await findCode(ports.db, ports.secrets.hash(code));
  // With PKCE the redirect URI may be left out (OAuth 2.1). When it is sent, it must match exactly.
  const fits =
    row !== null &&
    row.clientId === clientId &&
    (grant.redirectUri === null || grant.redirectUri === row.redirectUri) &&
    verifyChallenge(verifier, row.challenge);
  if (!fits) throw refuse();
  return row;
}

/** Returns the workspace to join, or a new one; null when joining is no longer possible. */
async function enterWorkspace(ports: Ports, tx: Tx, code: CodeRow): Promise<string | null> {
  const now = ports.clock();
  if (code.workspaceId === null) {
    const id = newId(now);
    await insertWorkspace(tx, { id, createdAt: now });
    return id;
  }
  if (code.githubIssuer !== null && code.githubRepositoryId !== null) {
    const binding = await findBinding(tx, code.githubIssuer, code.githubRepositoryId);
    return binding?.workspaceId === code.workspaceId ? code.workspaceId : null;
  }
  const token = code.joinedWith === null ? null : await holdToken(tx, code.workspaceId, code.joinedWith);
  return canBeJoinedWith(token, now) ? code.workspaceId : null;
}

type Outcome = PairAnswer | { workspaceId: string; usedFor: string } | null;

/**
 * Makes the connection that was approved on the connect screen, and its workspace when a new one was chosen.
 * @returns the first pair of tokens; null when the code can no longer be used; the connection of its first use, when
 * that was a while ago; `changed` when the code changed since `seen` was read
 */
async function redeem(ports: Ports, tx: Tx, seen: CodeRow): Promise<Outcome | 'changed'> {
  if (seen.workspaceId !== null && !(await holdWorkspace(tx, seen.workspaceId))) return null;
  const code = await lockCode(tx, seen.hash);
  if (code === null) return null;
  // The person has just pressed again, for another workspace, which is not locked here.
  if (code.usedAt === null && code.workspaceId !== seen.workspaceId) return 'changed';
  const now = ports.clock();
  if (code.usedAt !== null) {
    const { workspaceId, connectionId } = code;
    const isRace = now.getTime() - code.usedAt.getTime() < CODE_RACE_MS;
    return isRace || workspaceId === null || connectionId === null ? null : { workspaceId, usedFor: connectionId };
  }
  if (code.expiresAt <= now) return null;
  const workspaceId = await enterWorkspace(ports, tx, code);
  if (workspaceId === null) return null;
  const id = newId(now);
  const { clientId, clientName, joinedWith, githubLogin, githubUserId } = code;
  const endsAt = githubUserId === null ? null : new Date(now.getTime() + JOINED_MS);
  await insertConnection(tx, {
    id,
    workspaceId,
    clientId,
    clientName,
    clientHost: hostOf(clientId.startsWith('https://') ? clientId : code.redirectUri),
    joinedWith,
    githubLogin,
    githubUserId,
    endsAt,
    createdAt: now,
    lastUsedAt: now,
  });
  await useCode(tx, code.hash, { usedAt: now, workspaceId, connectionId: id });
  await touchClient(tx, clientId, now);
  await recordConnection(tx, workspaceId, joinedWith, 'connection.made', {
    connection: id,
    joined: joinedWith !== null || githubLogin !== null,
    ...(githubLogin === null ? {} : { verified_login: githubLogin }),
  });
  return issuePair(ports, tx, { id, workspaceId, endsAt });
}

/**
 * Returns the first pair of tokens for a code. A client that presents a used code later, with everything that proves
 * it, has what only the code's owner should have: the connection of its first use ends.
 * @throws DomainError of OAuth's `invalid_request`, `invalid_client`, `invalid_target` or `invalid_grant`
 */
export async function exchangeCode(ports: Ports, grant: CodeGrant): Promise<PairAnswer> {
  let outcome: Outcome | 'changed' = 'changed';
  for (let tries = 0; outcome === 'changed' && tries < 3; tries += 1) {
    const seen = await requireCode(ports, grant);
    outcome = await ports.transaction((tx) => redeem(ports, tx, seen));
  }
  if (outcome === 'changed') throw refuse();
  if (outcome !== null && 'access_token' in outcome) return outcome;
  if (outcome !== null) {
    const connection = { workspaceId: outcome.workspaceId, id: outcome.usedFor };
    await ports.transaction((tx) => closeConnection(ports, tx, connection, null, 'code_reused'));
  }
  throw refuse();
}
