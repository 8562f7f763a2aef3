import type { Input, Output } from '../../contract/client.ts';
import { insertAssertion } from '../assertion/store.ts';
import { DomainError } from '../failure.ts';
import type { Ports, Reviewer, ReviewIdentity } from '../ports.ts';
import { encryptIdentity } from './identity.ts';

const refused = (what: string) =>
  new DomainError('forbidden', `${what} Open the review from its pull request again to sign in with GitHub.`);

async function verify(ports: Ports, assertion: string): Promise<ReviewIdentity> {
  const { identityAssertions } = ports;
  if (identityAssertions === null) {
    throw new DomainError('forbidden', 'This service has no GitHub App, so nobody can sign in here.');
  }
  try {
    return await identityAssertions.verifyReview(assertion);
  } catch (error) {
    if (!identityAssertions.isRefused(error)) throw error;
    throw refused('This sign-in is not valid here, or it took too long.');
  }
}

/** Accepts one of the App's assertions, once, of who uses this review's link. */
export async function identify(
  ports: Ports,
  actor: Reviewer,
  { assertion }: Input<'identify'>,
): Promise<Output<'identify'>> {
  const person = await verify(ports, assertion);
  if (person.reviewId !== actor.reviewId) throw refused('This sign-in is of another review.');
  const hash = ports.secrets.hash(`identity ${person.jti}`);
  if (!(await insertAssertion(ports.db, { hash, expiresAt: person.expiresAt }))) {
    throw refused('This sign-in was used before.');
  }
  const { identity, expiresAt } = encryptIdentity(ports, actor, person);
  return { identity, login: person.login, review_id: actor.reviewId, expires_at: expiresAt.toISOString() };
}
