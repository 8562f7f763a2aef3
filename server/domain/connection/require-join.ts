import { describeFault } from '../describe-fault.ts';
import { DomainError } from '../failure.ts';
import type { JoinVouch, Ports } from '../ports.ts';
import { findBinding } from '../repository/store.ts';
import { isWelcome } from './rules.ts';
import type { Ticket } from './ticket.ts';

/** Whose word lets a client into which workspace. */
export interface Joining {
  vouch: JoinVouch;
  workspaceId: string;
}

export const joinRefused = (what: string) => new DomainError('forbidden', `${what} Sign in with GitHub again.`);

export const noWorkspace = (repository: string) =>
  new DomainError(
    'not_found',
    `${repository} has no workspace here yet. It gets one when a job of it runs the Action without a token. Let that run once, then come back.`,
  );

/**
 * What the App says of a person who signed in.
 * @throws DomainError `forbidden` for what is not the App's word, or not for here or now; `unavailable`
 */
export async function readJoin(ports: Ports, assertion: string): Promise<JoinVouch> {
  const { vouches } = ports;
  if (vouches === null) throw joinRefused('This service has no GitHub App.');
  try {
    return await vouches.verifyJoin(assertion);
  } catch (error) {
    if (vouches.isRefused(error)) throw joinRefused('This sign-in is not valid here, or it took too long.');
    ports.log.warn({ error: describeFault(error) }, 'the keys of the App cannot be read');
    throw new DomainError('unavailable', 'The GitHub App cannot be reached to check this sign-in. Try again shortly.');
  }
}

/**
 * The workspace of the repository that the App's word is about, if it is for this request and its owner may.
 * @throws DomainError `forbidden`, `not_found`
 */
export async function requireJoin(ports: Ports, ticket: Ticket, vouch: JoinVouch): Promise<Joining> {
  if (vouch.request !== ticket.signIn.request) throw joinRefused('This sign-in is of another request.');
  const [owner = ''] = vouch.repository.split('/');
  if (!isWelcome(ports.settings.githubOwners, { owner, ownerId: vouch.ownerId })) {
    throw new DomainError('forbidden', `Repositories of ${owner} may not be joined at this service.`);
  }
  const binding = await findBinding(ports.db, vouch.issuer, vouch.repositoryId);
  if (binding === null) throw noWorkspace(vouch.repository);
  return { vouch, workspaceId: binding.workspaceId };
}
