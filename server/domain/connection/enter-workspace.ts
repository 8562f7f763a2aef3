import type { Input } from '../../contract/client.ts';
import type { TryToken } from '../../contract/workspace.ts';
import { insertAssertion } from '../assertion/store.ts';
import { DomainError } from '../failure.ts';
import type { Anyone, Ports, Tx } from '../ports.ts';
import { canBeJoinedWith } from '../token/authenticate.ts';
import { issueTryToken } from '../token/create-try-token.ts';
import { holdToken } from '../token/store.ts';
import { holdWorkspace } from '../workspace/store.ts';
import { type OpenCode, readOpenCode } from './open-code.ts';
import { lockConnection } from './store.ts';

const refused = (what: string) =>
  new DomainError(
    'forbidden',
    `${what} Ask your agent to open the workspace again: each link is good once, for ten minutes.`,
  );

/**
 * Returns whether the client that asked for the code may still use the workspace. Once it was shut out, no code that it
 * kept lets it back in.
 */
async function isStillIn(ports: Ports, tx: Tx, { workspaceId, connectionId, credential }: OpenCode): Promise<boolean> {
  if (connectionId !== null) {
    const connection = await lockConnection(tx, workspaceId, connectionId);
    return connection !== null && connection.endedAt === null;
  }
  const token = await holdToken(tx, workspaceId, Buffer.from(credential, 'base64url'));
  return canBeJoinedWith(token, ports.clock());
}

/** Issues a try token of the workspace to the person who followed the link. A failure leaves the link usable. */
export async function enterWorkspace(ports: Ports, _: Anyone, { code }: Input<'enter_workspace'>): Promise<TryToken> {
  const opened = readOpenCode(ports, code);
  if (opened === null) throw refused('This link is not one of this service, or a part of it is missing.');
  if (opened.expiresAt <= ports.clock()) throw refused('This link has expired.');
  const { workspaceId, jti, expiresAt, connectionId } = opened;
  return ports.transaction(async (tx) => {
    if (!(await holdWorkspace(tx, workspaceId))) {
      throw new DomainError('forbidden', 'The workspace of this link has been deleted, so there is nothing to open.');
    }
    if (!(await insertAssertion(tx, { hash: ports.secrets.hash(`open ${jti}`), expiresAt }))) {
      throw refused('This link was used before.');
    }
    if (!(await isStillIn(ports, tx, opened))) {
      throw refused('The client that asked for this link has been disconnected since, or its token was replaced.');
    }
    return issueTryToken(ports, tx, workspaceId, null, { why: 'workspace_opened', connection: connectionId });
  });
}
