import type { Input, Output } from '../../contract/client.ts';
import { insertAssertion } from '../assertion/store.ts';
import { describeFault } from '../describe-fault.ts';
import { DomainError } from '../failure.ts';
import type { Ports, Reviewer, Vouch } from '../ports.ts';
import { sealIdentity } from './identity.ts';

const refused = (what: string) =>
  new DomainError('forbidden', `${what} Open the review from its pull request again to sign in with GitHub.`);

async function verify(ports: Ports, assertion: string): Promise<Vouch> {
  if (ports.vouches === null) {
    throw new DomainError('forbidden', 'This service has no GitHub App, so nobody can vouch for a sign-in here.');
  }
  try {
    return await ports.vouches.verify(assertion);
  } catch (error) {
    if (ports.vouches.isRefused(error)) throw refused('This sign-in is not valid here, or it took too long.');
    ports.log.warn({ error: describeFault(error) }, 'the keys of the App cannot be read');
    throw new DomainError('unavailable', 'The GitHub App cannot be reached to check this sign-in. Try again shortly.');
  }
}

/** Takes the App's word, once, for who holds this review's link. */
export async function identify(
  ports: Ports,
  actor: Reviewer,
  { assertion }: Input<'identify'>,
): Promise<Output<'identify'>> {
  const vouch = await verify(ports, assertion);
  if (vouch.reviewId !== actor.reviewId) throw refused('This sign-in is of another review.');
  const hash = ports.secrets.hash(`vouch ${vouch.jti}`);
  if (!(await insertAssertion(ports.db, { hash, expiresAt: vouch.expiresAt }))) {
    throw refused('This sign-in was used before.');
  }
  const { identity, expiresAt } = sealIdentity(ports, actor, vouch);
  return { identity, login: vouch.login, review_id: actor.reviewId, expires_at: expiresAt.toISOString() };
}
