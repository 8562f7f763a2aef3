import type { Output } from '../../contract/client.ts';
import { DomainError } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { canBeJoinedWith } from '../token/authenticate.ts';
import { findToken } from '../token/store.ts';
import { encryptOpenCode } from './open-code.ts';
import { isHolder, isJob } from './require-holder.ts';

/** Returns a link for the person whose agent asks. Nothing is stored; the code is used up where the link is opened. */
export async function openWorkspace(ports: Ports, actor: ClientActor): Promise<Output<'open_workspace'>> {
  if (!(await isHolder(ports, actor))) {
    throw new DomainError(
      'forbidden',
      `This client joined the workspace and does not have its try token, so only a person who has that token opens it: they paste it at ${ports.settings.baseUrl}/workspace.`,
    );
  }
  if (await isJob(ports, actor)) {
    // Otherwise every reader of a public job's log would get the workspace.
    throw new DomainError('forbidden', 'A job opens no workspace, for its log may be read by many.');
  }
  if (actor.bearer === 'try') {
    const token = await findToken(ports.db, Buffer.from(actor.credential, 'base64url'));
    if (!canBeJoinedWith(token, ports.clock())) {
      throw new DomainError(
        'forbidden',
        'This token has been replaced, or ends within minutes, so it opens nothing. Use the new one.',
      );
    }
  }
  const { code, expiresAt } = encryptOpenCode(ports, actor);
  return { url: `${ports.settings.baseUrl}/workspace#open=${code}`, expires_at: expiresAt.toISOString() };
}
