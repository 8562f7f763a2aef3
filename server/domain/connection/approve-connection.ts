import { insertAssertion } from '../assertion/store.ts';
import { consumeRateLimit } from '../consume-rate-limit.ts';
import { DomainError } from '../failure.ts';
import type { Ports, Tx } from '../ports.ts';
import { findBinding } from '../repository/store.ts';
import { findTryToken } from '../token/authenticate.ts';
import { limitNewWorkspaces } from '../token/create-try-token.ts';
import { holdWorkspace } from '../workspace/store.ts';
import type { ConsentState } from './consent-state.ts';
import { type Joining, joinRefused, noWorkspace, readJoin, requireJoin } from './require-join.ts';
import { CODE_MS } from './rules.ts';
import { type CodeRow, insertCode, lockCode, type NewCode, renewCode } from './store.ts';

/**
 * What the person chose: a new workspace, that of a try token, or a repository's by the App's assertion of who signed
 * in.
 */
export type Choice = { kind: 'new' } | { kind: 'join'; token: string } | { kind: 'github'; assertion: string };

/** How many tokens may be tried from one address, right or wrong. */
const JOINS = { max: 10, seconds: 600 };

const unknownToken = (message: string) => new DomainError('unauthenticated', message, { invalid_token: true });

async function findJoined(ports: Ports, given: string, address: string) {
  const token = given.trim();
  if (token === '') throw unknownToken('Paste a token first.');
  await consumeRateLimit(ports, `connect_join:${address}`, JOINS, 'tokens tried from this address');
  if (/^sl[ar]_/.test(token)) {
    throw unknownToken('This is a token of a connected client; it lets nobody in. A try token starts with slt_.');
  }
  const found = await findTryToken(ports, token);
  if (found !== null) return found;
  throw unknownToken('This token is unknown or has expired. Copy all of it: slt_ and 49 letters and digits.');
}

/**
 * Uses up the App's assertion. @returns whether this is its first use
 * @throws DomainError `not_found` when the workspace was deleted meanwhile
 */
async function consumeAssertion(ports: Ports, tx: Tx, { identity, workspaceId }: Joining): Promise<boolean> {
  // Every transaction locks the workspace first, then the code.
  const held = await holdWorkspace(tx, workspaceId);
  const binding = await findBinding(tx, identity.issuer, identity.repositoryId);
  if (!held || binding?.workspaceId !== workspaceId) throw noWorkspace(identity.repository);
  return insertAssertion(tx, { hash: ports.secrets.hash(`join ${identity.jti}`), expiresAt: identity.expiresAt });
}

/** Returns whether the used assertion made this very code, so that a second press means the same as the first. */
const isSameRequest = (before: CodeRow | null, { identity, workspaceId }: Joining): boolean =>
  before !== null && before.workspaceId === workspaceId && before.githubUserId === identity.subject;

/**
 * Approves the connection for the person who pressed the button. Returns the code that lets the client in, valid for
 * two minutes. The workspace and the connection are made when the client exchanges it. A second press renews the same
 * code with the latest choice; a new workspace counts once.
 * @returns null when the client has used the code already: this page has connected
 * @throws DomainError `unauthenticated` for a token that does not let it join, `rate_limited`, `forbidden`; `not_found`
 * when a repository has no workspace, `unavailable`
 */
export async function approveConnection(
  ports: Ports,
  consent: ConsentState,
  choice: Choice,
  address: string,
): Promise<string | null> {
  const { request, code } = consent;
  const joined = choice.kind === 'join' ? await findJoined(ports, choice.token, address) : null;
  const joining =
    choice.kind === 'github' ? await requireJoin(ports, consent, await readJoin(ports, choice.assertion)) : null;
  const { clientId, clientName, redirectUri, challenge, resource } = request;
  const createdAt = ports.clock();
  const row: NewCode = {
    hash: ports.secrets.hash(code),
    clientId,
    clientName,
    redirectUri,
    challenge,
    resource,
    workspaceId: joined?.workspaceId ?? joining?.workspaceId ?? null,
    joinedWith: joined?.hash ?? null,
    githubLogin: joining?.identity.login ?? null,
    githubUserId: joining?.identity.subject ?? null,
    githubIssuer: joining?.identity.issuer ?? null,
    githubRepositoryId: joining?.identity.repositoryId ?? null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + CODE_MS),
  };
  return ports.transaction(async (tx) => {
    const isTaken = joining === null || (await consumeAssertion(ports, tx, joining));
    const isNew = await insertCode(tx, row);
    const before = isNew ? null : await lockCode(tx, row.hash);
    if (before?.usedAt) return null;
    if (joining !== null && !isTaken && !isSameRequest(before, joining)) {
      throw joinRefused('This sign-in was used before.');
    }
    if (before !== null) await renewCode(tx, row);
    // Deleted just now, together with the token that let it join
    else if (!isNew) await insertCode(tx, row);
    const counted = before !== null && before.workspaceId === null;
    if (row.workspaceId === null && !counted) await limitNewWorkspaces(ports, address, tx);
    return code;
  });
}
