import { insertAssertion } from '../assertion/store.ts';
import { consumeRateLimit } from '../consume-rate-limit.ts';
import { DomainError } from '../failure.ts';
import type { Ports, Tx } from '../ports.ts';
import { findBinding } from '../repository/store.ts';
import { findTryToken } from '../token/find-try-token.ts';
import { limitNewWorkspaces } from '../token/limit-new-workspaces.ts';
import { holdWorkspace } from '../workspace/store.ts';
import type { ConsentState } from './consent-state.ts';
import { type Joining, joinRefused, noWorkspace, readJoin, requireJoin } from './require-join.ts';
import { CODE_MS } from './rules.ts';
import { type CodeRow, chooseAnew, insertCode, lockCode, type NewCode } from './store.ts';

/** A new workspace, that of a try token, or a repository's by the App's word for who signed in with GitHub. */
export type Choice = { kind: 'new' } | { kind: 'join'; token: string } | { kind: 'github'; assertion: string };

/** Tokens that may be tried from one address, right or wrong. */
const JOINS = { max: 10, seconds: 600 };

const unknownToken = (message: string) => new DomainError('unauthenticated', message, { invalid_token: true });

async function findJoined(ports: Ports, given: string, address: string) {
  const token = given.trim();
  if (token === '') throw unknownToken('Paste a token first.');
  await consumeRateLimit(ports, `connect_join:${address}`, JOINS, undefined, 'tokens tried from this address');
  if (/^sl[ar]_/.test(token)) {
    throw unknownToken('This is a token of a connected client; it lets nobody in. A try token starts with slt_.');
  }
  const found = await findTryToken(ports, token);
  if (found !== null) return found;
  throw unknownToken('This token is unknown or has expired. Copy all of it: slt_ and 49 letters and digits.');
}

/**
 * Takes the App's word, once. @returns whether it is taken now for the first time
 * @throws DomainError `not_found` when the workspace went meanwhile
 */
async function takeWord(ports: Ports, tx: Tx, { identity, workspaceId }: Joining): Promise<boolean> {
  // Workspace, then code: everybody takes them in this order.
  const held = await holdWorkspace(tx, workspaceId);
  const binding = await findBinding(tx, identity.issuer, identity.repositoryId);
  if (!held || binding?.workspaceId !== workspaceId) throw noWorkspace(identity.repository);
  return insertAssertion(tx, { hash: ports.secrets.hash(`join ${identity.jti}`), expiresAt: identity.expiresAt });
}

/** Whether the word that was taken before made this very code, so that a second press means the first. */
const isSamePress = (before: CodeRow | null, { identity, workspaceId }: Joining): boolean =>
  before !== null && before.workspaceId === workspaceId && before.githubUserId === identity.subject;

/**
 * A person pressed: returns the code that lets the client in, good for two minutes. The workspace and the connection are made
 * when the client exchanges it. Pressed again, the same code begins anew, with the choice of then; a new workspace
 * counts once.
 * @returns null when the client has used the code already: this page has connected
 * @throws DomainError `unauthenticated` for a token that does not let it join, `rate_limited`, `forbidden`; `not_found`
 *   when a repository has no workspace, `unavailable`
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
    const isTaken = joining === null || (await takeWord(ports, tx, joining));
    const isNew = await insertCode(tx, row);
    const before = isNew ? null : await lockCode(tx, row.hash);
    if (before?.usedAt) return null;
    if (joining !== null && !isTaken && !isSamePress(before, joining)) {
      throw joinRefused('This sign-in was used before.');
    }
    if (before !== null) await chooseAnew(tx, row);
    // Taken away just now, with the token that let it join
    else if (!isNew) await insertCode(tx, row);
    const counted = before !== null && before.workspaceId === null;
    if (row.workspaceId === null && !counted) await limitNewWorkspaces(ports, address, tx);
    return code;
  });
}
