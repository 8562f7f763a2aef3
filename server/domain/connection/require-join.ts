import { DomainError } from '../failure.ts';
import type { JoinIdentity, Ports } from '../ports.ts';
import { findBinding } from '../repository/store.ts';
import type { ConsentState } from './consent-state.ts';
import { isWelcome } from './rules.ts';

/** Which person lets a client into which workspace. */
export interface Joining {
  identity: JoinIdentity;
  workspaceId: string;
}

export const joinRefused = (what: string) => new DomainError('forbidden', `${what} Sign in with GitHub again.`);

export const noWorkspace = (repository: string) =>
  new DomainError(
    'not_found',
    `${repository} has no workspace here yet. It gets one when a job of it runs the Action without a token. Let that run once, then come back.`,
  );

/**
 * Reads the App's assertion of who signed in.
 * @throws DomainError `forbidden` when the App did not sign it, or signed it for another service or time
 */
export async function readJoin(ports: Ports, assertion: string): Promise<JoinIdentity> {
  const { identityAssertions } = ports;
  if (identityAssertions === null) throw joinRefused('This service has no GitHub App.');
  try {
    return await identityAssertions.verifyJoin(assertion);
  } catch (error) {
    if (!identityAssertions.isRefused(error)) throw error;
    throw joinRefused('This sign-in is not valid here, or it took too long.');
  }
}

/**
 * Returns the workspace of the repository in the assertion, if it is for this request and its owner may join.
 * @throws DomainError `forbidden`, `not_found`
 */
export async function requireJoin(ports: Ports, consent: ConsentState, identity: JoinIdentity): Promise<Joining> {
  if (identity.request !== consent.signIn.request) throw joinRefused('This sign-in is of another request.');
  const [owner = ''] = identity.repository.split('/');
  if (!isWelcome(ports.settings.githubOwners, { owner, ownerId: identity.ownerId })) {
    throw new DomainError('forbidden', `Repositories of ${owner} may not be joined at this service.`);
  }
  const binding = await findBinding(ports.db, identity.issuer, identity.repositoryId);
  if (binding === null) throw noWorkspace(identity.repository);
  return { identity, workspaceId: binding.workspaceId };
}
