import { admit } from '../admit.ts';
import { DomainError } from '../failure.ts';
import type { Ports } from '../ports.ts';
import { admitWorkspace } from '../token/admit-workspace.ts';
import { findTryToken } from '../token/find-try-token.ts';
import { CODE_MS } from './rules.ts';
import { chooseAnew, insertCode, lockCode, type NewCode } from './store.ts';
import type { Ticket } from './ticket.ts';

/** A new workspace, or that of a try token. */
export type Choice = { kind: 'new' } | { kind: 'join'; token: string };

/** Tokens that may be tried from one address, right or wrong. */
const JOINS = { max: 10, seconds: 600 };

const unknownToken = (message: string) => new DomainError('unauthenticated', message, { invalid_token: true });

async function findJoined(ports: Ports, given: string, address: string) {
  const token = given.trim();
  if (token === '') throw unknownToken('Paste a token first.');
  await admit(ports, `connect_join:${address}`, JOINS, undefined, 'tokens tried from this address');
  if (/^sl[ar]_/.test(token)) {
    throw unknownToken('This is a token of a connected client; it lets nobody in. A try token starts with slt_.');
  }
  const found = await findTryToken(ports, token);
  if (found !== null) return found;
  throw unknownToken('This token is unknown or has expired. Copy all of it: slt_ and 49 letters and digits.');
}

/**
 * A person pressed: the code that lets the client in, good for two minutes. The workspace and the connection come to be
 * when the client exchanges it. Pressed again, the same code begins anew, with the choice of then; a new workspace
 * counts once.
 * @returns null when the client has used the code already: this page has connected
 * @throws DomainError `unauthenticated` for a token that does not let it join, `rate_limited`, `forbidden`
 */
export async function approveConnection(
  ports: Ports,
  { request, code }: Ticket,
  choice: Choice,
  address: string,
): Promise<string | null> {
  const joined = choice.kind === 'join' ? await findJoined(ports, choice.token, address) : null;
  const { clientId, clientName, redirectUri, challenge, resource } = request;
  const createdAt = ports.clock();
  const row: NewCode = {
    hash: ports.secrets.hash(code),
    clientId,
    clientName,
    redirectUri,
    challenge,
    resource,
    workspaceId: joined?.workspaceId ?? null,
    joinedWith: joined?.hash ?? null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + CODE_MS),
  };
  return ports.transaction(async (tx) => {
    const isNew = await insertCode(tx, row);
    const before = isNew ? null : await lockCode(tx, row.hash);
    if (before?.usedAt) return null;
    if (before !== null) await chooseAnew(tx, row);
    // Taken away just now, with the token that let it join
    else if (!isNew) await insertCode(tx, row);
    const counted = before !== null && before.workspaceId === null;
    if (joined === null && !counted) await admitWorkspace(ports, address, tx);
    return code;
  });
}
