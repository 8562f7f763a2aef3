import { z } from 'zod';
import { insertAssertion } from '../assertion/store.ts';
import { DomainError } from '../failure.ts';
import type { Handler, Ports, Reviewer, ReviewIdentity } from '../ports.ts';

const IDENTITY_MS = 8 * 3_600_000;
const associatedDataOf = ({ workspaceId, reviewId }: Reviewer): string => `review.identity:${workspaceId}:${reviewId}`;

const Contents = z.object({ login: z.string().min(1), subject: z.string(), expiresAt: z.number() });

/**
 * Encrypts who the App confirmed, for the page to keep: nobody can read or forge it, and it is valid for one review.
 */
function encryptIdentity(
  ports: Ports,
  actor: Reviewer,
  who: { login: string; subject: string },
): { identity: string; expiresAt: Date } {
  const expiresAt = new Date(ports.clock().getTime() + IDENTITY_MS);
  const contents: z.infer<typeof Contents> = {
    login: who.login,
    subject: who.subject,
    expiresAt: expiresAt.getTime(),
  };
  return {
    identity: ports.secrets.encrypt(JSON.stringify(contents), associatedDataOf(actor)).toString('base64url'),
    expiresAt,
  };
}

/**
 * Returns the login in an identity. @throws DomainError `forbidden` for one that is not ours, of another review or too
 * old; it is never ignored
 */
export function openIdentity(ports: Ports, actor: Reviewer, identity: string): string {
  const refuse = (what: string) =>
    new DomainError(
      'forbidden',
      `Your GitHub sign-in ${what}. Open the review from its pull request again to sign in, or sign out to decide without it.`,
    );
  let contents: z.infer<typeof Contents>;
  try {
    contents = Contents.parse(
      JSON.parse(ports.secrets.decrypt(Buffer.from(identity, 'base64url'), associatedDataOf(actor)).toString()),
    );
  } catch {
    throw refuse('is not valid for this review');
  }
  if (contents.expiresAt <= ports.clock().getTime()) throw refuse('is more than eight hours old');
  return contents.login;
}

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
export const identify: Handler<'identify'> = async (ports, actor, { assertion }) => {
  const person = await verify(ports, assertion);
  if (person.reviewId !== actor.reviewId) throw refused('This sign-in is of another review.');
  const hash = ports.secrets.hash(`identity ${person.jti}`);
  if (!(await insertAssertion(ports.db, { hash, expiresAt: person.expiresAt }))) {
    throw refused('This sign-in was used before.');
  }
  const { identity, expiresAt } = encryptIdentity(ports, actor, person);
  return { identity, login: person.login, review_id: actor.reviewId, expires_at: expiresAt.toISOString() };
};
